import { sql } from "drizzle-orm";
import { yieldToEventLoop } from "../../../core/limits/event-loop.ts";
import type { Tx } from "../../../db/client.ts";
import type { SourceRow } from "../../../shared/places/sources.ts";
import type { Comparable } from "../duplicates/likeness.ts";
import { compare, type Prepared, prepared } from "../duplicates/match.ts";

const CHUNK = 20_000; // rows whose candidates are looked up by one statement
const PAGE = 1_000; // rows that are compared in memory
const SLICE = 50; // rows that are compared before other calls get their turn
/** A key of more entries says nothing: the phone number of a chain, or the square of a mall. docs/limits.md */
const SHARED_MAX = 100;
const CELLS = 300; // squares per degree: over 200 m high, and wide up to the north of Canada

/** Numbers in place of texts take a third of the room. */
const hashed = (keys: readonly string[]): string =>
  `(select hashtextextended(k, 0) as key from unnest(array[${keys.join(", ")}]) k where k is not null)`;

/** The keys that two entries of one place are likely to share; the parts of an identity are address, city, state and name. */
const keysOf = (identity: string, column: (name: string) => string): readonly string[] => {
  const part = (n: number) => `split_part(${identity}, '|', ${n})`;
  return [
    `'n' || ${part(4)} || '|' || ${part(2)} || '|' || ${part(3)}`,
    `case when ${part(1)} <> '' then 'a' || ${part(1)} || '|' || ${part(3)} end`,
    `'p' || nullif(${column("phone")}, '')`,
    `'w' || nullif(lower(${column("website")}), '') || '|' || ${part(3)}`,
    `'m' || nullif(${column("placeId")}, '')`,
  ];
};

const cell = (latitude: string, longitude: string, north = 0, east = 0): string =>
  `'c' || floor(${latitude} * ${CELLS})::int + ${north} || ' ' || floor(${longitude} * ${CELLS})::int + ${east}`;

/** The house number in its city, apart by whether there is a position: two entries that have one meet in its square. */
const house = (identity: string, kind: string): string =>
  `'h' || ${kind} || substring(${identity} from '^[0-9]+[a-z]?') || '|' || split_part(${identity}, '|', 2)
    || '|' || split_part(${identity}, '|', 3)`;
const kindOf = (latitude: string): string => `case when ${latitude} is null then 0 else 1 end`;

const LISTED_COLUMNS: Readonly<Record<string, string>> = {
  phone: "p.phone",
  website: "p.website",
  placeId: "p.place_id",
};
const LISTED_KEYS = hashed([
  ...keysOf("p.identity", (name) => LISTED_COLUMNS[name] ?? name),
  house("p.identity", kindOf("p.latitude")),
  cell("p.latitude", "p.longitude"),
]);
const OWN = keysOf("t.identity", (name) => `t.row->>'${name}'`);
const POINT = ["(t.row->>'latitude')::float8", "(t.row->>'longitude')::float8"] as const;
const OWN_KEYS = hashed([...OWN, house("t.identity", kindOf(POINT[0])), cell(...POINT)]);
const AROUND = [-1, 0, 1].flatMap((north) => [-1, 0, 1].map((east) => cell(...POINT, north, east)));
const PROBED_KEYS = hashed([
  ...OWN,
  house("t.identity", "0"),
  `case when ${POINT[0]} is null then ${house("t.identity", "1")} end`,
  ...AROUND,
]);

/** Whether a row is of no listed place yet. */
const OPEN = "t.outcome is null and t.poi is null";

const run = (tx: Tx, statement: string) => tx.execute(sql.raw(statement));

/**
 * Matches the rows whose ids are unknown to listed places, and to earlier rows of the file: sets `poi` where they surely are
 * one place, `unsure` with the likeliest place where they may be, and refuses a later row of one place.
 */
export async function matchRows(tx: Tx): Promise<void> {
  for (const column of ["n", "external_id", "poi"]) await run(tx, `create index on staged_rows (${column})`);
  await run(tx, "analyze staged_rows");
  await refuseRepeatedIds(tx);
  await linkMerged(tx);
  await doubtReusedIds(tx);
  const { rows } = await tx.execute<{ first: number | null; last: number | null }>(
    sql.raw(`select min(n) as first, max(n) as last from staged_rows t where ${OPEN}`),
  );
  const { first = null, last = null } = rows[0] ?? {};
  if (first !== null && last !== null) {
    await run(tx, "create temp table own_keys (n int, key bigint) on commit drop");
    await run(
      tx,
      `insert into own_keys select t.n, k.key from staged_rows t, lateral ${OWN_KEYS} k where ${OPEN}`,
    );
    await run(tx, "create index on own_keys (key, n)");
    await run(tx, "analyze own_keys");
    for (let from = first; from <= last; from += CHUNK) await matchChunk(tx, from, from + CHUNK);
  }
  await refuseRepeated(tx);
  await refuseDeleted(tx);
  await run(tx, "analyze staged_rows"); // what is decided by now is told apart by the planner
}

async function matchChunk(tx: Tx, from: number, to: number): Promise<void> {
  await run(
    tx,
    `create temp table probes on commit drop as select t.n, k.key from staged_rows t, lateral ${PROBED_KEYS} k
     where ${OPEN} and t.n >= ${from} and t.n < ${to}`,
  );
  await run(tx, "analyze probes");
  await run(
    tx,
    `create temp table found on commit drop as
      with met as (
        select k.key, p.seq from current_pois p, lateral ${LISTED_KEYS} k
        where p.state in (select distinct t.row->>'state' from staged_rows t where ${OPEN} and t.n >= ${from} and t.n < ${to})
          and k.key in (select key from probes)),
      telling as (select key from met group by key having count(*) <= ${SHARED_MAX})
      select distinct b.n, m.seq, null::int as earlier from probes b join met m using (key) join telling using (key)`,
  );
  await run(
    tx,
    `insert into found
      with telling as (
        select key from own_keys where key in (select key from probes) group by key having count(*) between 2 and ${SHARED_MAX})
      select distinct b.n, null::int, o.n from probes b join telling using (key) join own_keys o using (key) where o.n < b.n`,
  );
  await run(tx, "create index on found (n)");
  for (let last = from - 1; ; ) {
    const { rows } = await tx.execute<{ n: number; row: SourceRow }>(
      sql`select t.n, t.row from staged_rows t where t.n > ${last} and t.n < ${to} and t.n in (select n from found)
        order by t.n limit ${PAGE}`,
    );
    if (rows.length === 0) break;
    await comparePage(tx, rows);
    last = rows.at(-1)?.n ?? last;
  }
  await run(tx, "drop table probes, found");
}

interface Match {
  readonly n: number;
  readonly poi: string | null;
  /** The earlier row of the same place. */
  readonly earlier: number | null;
  readonly outcome: "unsure" | null;
  readonly score: number | null;
}

interface KnownRow extends Record<string, unknown> {
  readonly n: number;
  readonly row: SourceRow;
  /** What its source said before. */
  readonly was: SourceRow;
  readonly place: Comparable;
}

type Page = readonly { readonly n: number; readonly row: SourceRow }[];

async function comparePage(tx: Tx, page: Page): Promise<void> {
  const listed = await listedAmong(tx, page);
  const earlier = await earlierAmong(tx, page);
  const matches: Match[] = [];
  for (const [at, { n, row }] of page.entries()) {
    if (at % SLICE === SLICE - 1) await yieldToEventLoop();
    const own = prepared(row);
    const match = matchOf(n, own, listed.get(n) ?? [], earlier.get(n) ?? []);
    if (match) matches.push(match);
  }
  if (matches.length === 0) return;
  await tx.execute(sql`
    update staged_rows t set poi = m.poi, score = m.score,
      outcome = case when m.earlier is not null then 'refused' else m.outcome end,
      reason = 'Row ' || t.n || ' is the same place as row ' || m.earlier
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb)
      m(n int, poi text, earlier int, outcome text, score float8)
    where t.n = m.n`);
}

interface Candidate<Id> {
  readonly id: Id;
  readonly other: Prepared;
}

/** A listed place that is surely the same, else such an earlier row, else the likeliest place that a person should look at. */
function matchOf(
  n: number,
  own: Prepared,
  listed: readonly Candidate<string>[],
  earlier: readonly Candidate<number>[],
): Match | null {
  const answers = listed
    .map(({ id, other }) => ({ id, ...compare(own, other) }))
    .filter(({ answer }) => answer !== "different")
    .toSorted((a, b) => b.sameness - a.sameness || (a.id < b.id ? -1 : 1));
  const same = answers.find(({ answer }) => answer === "same");
  if (same) return { n, poi: same.id, earlier: null, outcome: null, score: same.sameness };
  const first = earlier.find(({ other }) => compare(own, other).answer === "same");
  if (first) return { n, poi: null, earlier: first.id, outcome: null, score: null };
  const [likeliest] = answers;
  return likeliest
    ? { n, poi: likeliest.id, earlier: null, outcome: "unsure", score: likeliest.sameness }
    : null;
}

const inPage = (page: Page) =>
  sql`n in (select jsonb_array_elements_text(${JSON.stringify(page.map(({ n }) => n))}::jsonb)::int)`;

async function listedAmong(tx: Tx, page: Page) {
  const { rows } = await tx.execute<Comparable & { n: number; id: string } & Record<string, unknown>>(sql`
    select f.n, p.id, p.place_id as "placeId", p.name, p.address, p.city, p.state, p.zip_code as "zipCode", p.phone,
      p.website, p.category, p.latitude, p.longitude
    from found f join current_pois p on p.seq = f.seq where ${inPage(page)} order by f.n, p.seq`);
  const known = new Map<string, Prepared>();
  const candidates = rows.map(({ n, id, ...place }) => {
    const other = known.get(id) ?? prepared(place);
    known.set(id, other);
    return { n, id, other };
  });
  return Map.groupBy(candidates, ({ n }) => n);
}

async function earlierAmong(tx: Tx, page: Page) {
  const { rows } = await tx.execute<{ n: number; id: number; row: SourceRow }>(sql`
    select f.n, t.n as id, t.row from found f join staged_rows t on t.n = f.earlier
    where f.n in (select jsonb_array_elements_text(${JSON.stringify(page.map(({ n }) => n))}::jsonb)::int)
    order by f.n, t.n`);
  const known = new Map<number, Prepared>();
  const candidates = rows.map(({ n, id, row }) => {
    const other = known.get(id) ?? prepared(row);
    known.set(id, other);
    return { n, id, other };
  });
  return Map.groupBy(candidates, ({ n }) => n);
}

async function refuseRepeatedIds(tx: Tx): Promise<void> {
  await run(
    tx,
    `update staged_rows t set outcome = 'refused', reason = 'Row ' || t.n || ' is the same place as row ' || d.first
     from (select external_id, min(n) as first from staged_rows group by external_id having count(*) > 1) d
     where t.external_id = d.external_id and t.n > d.first`,
  );
}

/** Asks about a known id that now comes with what is neither the former row nor the listed place: ids are used again. */
async function doubtReusedIds(tx: Tx): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<KnownRow>(sql`
      select t.n, t.row, t.was, jsonb_build_object('placeId', p.place_id, 'name', p.name, 'address', p.address, 'city', p.city,
        'state', p.state, 'zipCode', p.zip_code, 'phone', p.phone, 'website', p.website, 'category', p.category,
        'latitude', p.latitude, 'longitude', p.longitude) as place
      from staged_rows t join current_pois p on p.id = t.poi
      where t.outcome is null and t.was is not null and t.n > ${last}
        and (t.row->>'name' <> t.was->>'name' or t.row->>'address' <> t.was->>'address') order by t.n limit ${PAGE}`);
    if (rows.length === 0) return;
    const doubted: { readonly n: number; readonly score: number }[] = [];
    for (const [at, { n, row, was, place }] of rows.entries()) {
      if (at % SLICE === SLICE - 1) await yieldToEventLoop();
      const own = prepared(row);
      const listed = compare(own, prepared(place));
      if (listed.answer === "different" && compare(own, prepared(was)).answer === "different")
        doubted.push({ n, score: listed.sameness });
    }
    await tx.execute(sql`
      update staged_rows t set outcome = 'unsure', score = d.score
      from jsonb_to_recordset(${JSON.stringify(doubted)}::jsonb) d(n int, score float8) where t.n = d.n`);
    last = rows.at(-1)?.n ?? last;
  }
}

/** A place that was merged into another one is neither created again nor renames the one that stayed. */
async function linkMerged(tx: Tx): Promise<void> {
  await run(
    tx,
    `update staged_rows t set poi = m.poi_id, is_known = true from merged_places m
     where ${OPEN} and (t.identity = m.identity or t.row->>'placeId' = m.place_id)
       and not exists (select from current_pois p where p.identity = t.identity)
       and not exists (select from current_pois p where p.place_id = t.row->>'placeId')`,
  );
}

/** Of several rows of one listed place, those whose ids were known stay, else the first. */
async function refuseRepeated(tx: Tx): Promise<void> {
  await run(
    tx,
    `update staged_rows t set outcome = 'refused', reason = 'Row ' || t.n || ' is the same place as row ' || k.first
     from (select poi, (array_agg(n order by is_known desc, n))[1] as first from staged_rows
       where poi is not null and outcome is distinct from 'refused' and outcome is distinct from 'unsure'
       group by poi having count(*) > 1) k
     where t.poi = k.poi and t.n <> k.first and not t.is_known and t.outcome is null`,
  );
}

/** A place that staff deleted is not created again because another source has it too. */
async function refuseDeleted(tx: Tx): Promise<void> {
  await run(
    tx,
    `update staged_rows t set outcome = 'refused',
       reason = 'This place was deleted by staff on ' || to_char(d.deleted_at at time zone 'UTC', 'FMMonth FMDD, YYYY')
     from pois d where ${OPEN} and d.deleted_at is not null and d.merged_into is null
       and (d.identity = t.identity or d.place_id = t.row->>'placeId' or (d.phone <> '' and d.phone = t.row->>'phone'
         and split_part(d.identity, '|', 4) = split_part(t.identity, '|', 4) and d.state = t.row->>'state'))`,
  );
}
