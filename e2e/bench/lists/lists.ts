import { cursorOf } from "../../../src/db/query/cursor.ts";
import type { Postgres } from "../../harness/postgres.ts";
import { type Server, scratch, startServer } from "../../harness/server.ts";
import { addStaff, signIn } from "../../harness/staff.ts";
import type { Case, Extent, Finding } from "../../harness/suite.ts";
import { atMost, figureWithoutGoal, formatInteger, median } from "../figures.ts";
import { fillSignups } from "../fill.ts";
import { lacking } from "../load.ts";
import { withPostgres } from "../postgres.ts";

const LAST_AGAINST_FIRST = 1.2;
const PAGE = 20; // milliseconds, the first and the last one
const ASKED = 11; // requests per page; the median counts

/** The staff list of signups: the last page against the first, and a search by e-mail address. */
export const lists: Case = {
  name: "lists",
  run: (extent) => withPostgres(lacking(), (postgres) => served(postgres, extent)),
};

/** The same on the embedded database. */
export const embeddedLists: Case = { name: "embedded-lists", run: (extent) => embedded(extent) };

const rowsOf = ({ short }: Extent): number => (short ? 50_000 : 1_000_000);

async function served(postgres: Postgres, extent: Extent): Promise<Finding[]> {
  const server = await startServer({
    DATABASE_URL: postgres.url,
    SECRET_KEY: "a key for a database of one bench",
  });
  try {
    await addStaff({ url: postgres.url });
    await fillSignups({ url: postgres.url }, rowsOf(extent));
    return await measure(server, rowsOf(extent));
  } finally {
    await server.term();
  }
}

async function embedded(extent: Extent): Promise<Finding[]> {
  const home = await scratch();
  await (await startServer({ DATA_DIR: home.path })).term();
  await addStaff({ dataDir: home.path });
  await fillSignups({ dataDir: home.path }, rowsOf(extent));
  const server = await startServer({ DATA_DIR: home.path });
  try {
    return await measure(server, rowsOf(extent));
  } finally {
    await server.term();
    await home.remove();
  }
}

async function measure(server: Server, rows: number): Promise<Finding[]> {
  const Cookie = await signIn(server.url);
  const ask = async (query: string): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < ASKED; n += 1) {
      const started = performance.now();
      const answer = await fetch(`${server.url}/api/admin/waitlist?limit=50&${query}`, {
        headers: { Cookie },
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`);
      times.push(performance.now() - started);
    }
    return median(times);
  };
  const first = await ask("sort=newest");
  const last = await ask(`sort=newest&cursor=${await nearTheEnd(server, Cookie)}`);
  const middle = await ask(`sort=newest&page=${Math.ceil(rows / 100)}`);
  const found = await ask(`q=someone${rows - 7}@example.org`);
  const part = await ask(`q=omeone${rows - 7}`);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return [
    {
      what: `last page of ${formatInteger(rows)} against the first`,
      figure: `${(last / first).toFixed(2)} times (${ms(last)}, ${ms(first)}; at most ${LAST_AGAINST_FIRST})`,
      ok: last / first <= LAST_AGAINST_FIRST,
    },
    atMost("first page", first, PAGE, "ms"),
    atMost("last page", last, PAGE, "ms"),
    figureWithoutGoal("page in the middle, by its number", ms(middle)),
    figureWithoutGoal("found by a whole address", ms(found)),
    figureWithoutGoal("found by a part of an address", ms(part)),
    figureWithoutGoal("resident memory afterwards", `${formatInteger(server.memory() / 1_048_576)} MB`),
  ];
}

/** A cursor that leaves the 50 oldest rows for the last page. */
async function nearTheEnd(server: Server, Cookie: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/admin/waitlist?limit=51&sort=oldest`, {
    headers: { Cookie },
  });
  const rows = (await answer.json()) as { id: string; createdAt: string }[];
  const edge = rows.at(-1);
  if (!edge) throw new Error("the list is empty");
  return cursorOf({ value: new Date(edge.createdAt), id: edge.id });
}
