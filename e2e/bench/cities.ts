import { openDatabase } from "../../src/db/client.ts";
import type { RankedMetro } from "../../src/modules/directory/cities/schema.ts";
import { createGazetteer } from "../../src/modules/places/gazetteer/gazetteer.ts";
import type { Postgres } from "../harness/postgres.ts";
import { type Server, startServer } from "../harness/server.ts";
import { addStaff, signIn } from "../harness/staff.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { figureWithoutGoal, formatInteger, median } from "./figures.ts";
import { lacking } from "./load.ts";
import { withPostgres } from "./postgres.ts";

const AGAINST_KEY = 2;
const ASKED = 41; // requests; the median counts

/** The ranking of metros: equal to a recount in SQL, and its time against a signup found by its address. */
export const cities: Case = {
  name: "cities",
  run: (extent) => withPostgres(lacking(), (postgres) => served(postgres, extent)),
};

async function served(postgres: Postgres, { short }: Extent): Promise<Finding[]> {
  const rows = short ? 50_000 : 1_000_000;
  const start = () =>
    startServer({ DATABASE_URL: postgres.url, SECRET_KEY: "a key for a database of one bench" });
  await (await start()).term(); // migrates
  await addStaff({ url: postgres.url });
  await fill(postgres, rows);
  const server = await start();
  try {
    return await measure(server, postgres, rows);
  } finally {
    await server.term();
  }
}

const gazetteer = createGazetteer();
const metroIds = gazetteer.metros().map(({ id }) => id);
const cityIds = gazetteer.citiesOf(metroIds);

/** More people in larger cities, a third of them confirmed. */
async function fill({ url }: Postgres, rows: number): Promise<void> {
  const db = await openDatabase({ url });
  try {
    await db.query(
      `insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, quarantined, consent_wording,
         city_id, confirmed_at, created_at)
       select 's' || n, 'Amina', 'a' || n || '@example.org', 'a' || n || '@example.org', false, false, 'v1',
         ($1::int[])[1 + floor(power(random(), 3) * ${cityIds.length})::int], case when n % 3 = 0 then now() end,
         now() - random() * interval '90 days'
       from generate_series(1, ${rows}) n`,
      [cityIds],
      { timeoutMs: 0 },
    );
    await db.query("analyze waitlist_signups", [], { timeoutMs: 0 });
  } finally {
    await db.close();
  }
}

async function measure(server: Server, postgres: Postgres, rows: number): Promise<Finding[]> {
  const headers = { Cookie: await signIn(server.url) };
  const get = async (path: string) => {
    const answer = await fetch(server.url + path, { headers });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return answer.json();
  };
  const timed = async (path: string): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < ASKED; n += 1) {
      const started = performance.now();
      await get(path);
      times.push(performance.now() - started);
    }
    return median(times);
  };
  const started = performance.now();
  const ranking = (await get("/api/admin/cities?limit=500")) as RankedMetro[]; // counts, as nothing was counted yet
  const counting = performance.now() - started;
  const key = await timed("/api/admin/waitlist?limit=1&q=a4711@example.org");
  const ours = await timed("/api/admin/cities");
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const isEqual = JSON.stringify(counted(ranking)) === JSON.stringify(await recounted(postgres));
  return [
    {
      what: `ranking over ${formatInteger(rows)} signups against a signup by its address`,
      figure: `${(ours / key).toFixed(2)} times (${ms(ours)}, ${ms(key)}; at most ${AGAINST_KEY})`,
      ok: ours / key <= AGAINST_KEY,
    },
    {
      what: "ranking equals a recount in SQL",
      figure: isEqual ? `${ranking.length} metros` : "differs",
      ok: isEqual,
    },
    figureWithoutGoal("the first counting of all", ms(counting)),
  ];
}

type Counted = Pick<RankedMetro, "id" | "waiting" | "confirmed">;

const byId = (a: Counted, b: Counted): number => (a.id < b.id ? -1 : 1);

const counted = (ranking: readonly RankedMetro[]): Counted[] =>
  ranking.map(({ id, waiting, confirmed }) => ({ id, waiting, confirmed })).sort(byId);

async function recounted({ url }: Postgres): Promise<Counted[]> {
  const db = await openDatabase({ url });
  const metros = cityIds.map((id) => ({ id, metro: gazetteer.city(id)?.metroId }));
  try {
    const rows = await db.query<Counted>(
      `select metro::text as id, count(*)::int as waiting, count(confirmed_at)::int as confirmed
       from waitlist_signups s join jsonb_to_recordset($1::jsonb) c(id int, metro int) on c.id = s.city_id
       group by metro`,
      [JSON.stringify(metros)],
      { timeoutMs: 0 },
    );
    return rows.sort(byId);
  } finally {
    await db.close();
  }
}
