import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { SourceRow } from "../../../shared/places/sources.ts";
import type { Comparable } from "../duplicates/likeness.ts";
import { type Prepared, prepared } from "../duplicates/match.ts";
import { MATCH_KEYS } from "../table.ts";
import { executeRaw } from "./staging.ts";

/** A key of more entries says nothing: the phone number of a chain, or a house number of a city. docs/limits.md */
const SHARED_MAX = 100;
/** More entries around one position are listed there because none better is known. docs/limits.md */
const CROWD_MAX = 500;
const STRIP = 1 / 370; // degrees: 300 m to the north and south, as in `MATCH_KEYS`

/** Whether a row is of no listed place yet, and the first of its place in the file. */
export const OPEN = "t.outcome is null and t.poi is null and t.earlier is null";

/** SQL: a house number as the first word of an identity; empty without one. */
const numberIn = (identity: string): string =>
  `case when ${identity} >= '0' and ${identity} < ':' then split_part(${identity}, ' ', 1) else '' end`;

/** Collects by what the open rows are found, and returns the first and the last of them; null if there are none. */
export async function collectCompared(
  tx: Tx,
): Promise<{ readonly first: number; readonly last: number } | null> {
  await executeRaw(
    tx,
    `create temp table compared on commit drop as
      select n, state, category, phone, latitude, longitude, address,
        ${STRIP} / greatest(cos(radians(latitude)), 0.1) as span, ${MATCH_KEYS.strip} as strip, ${MATCH_KEYS.name} as name_key,
        case when identity >= '0' and identity < ':' then ${MATCH_KEYS.house} end as house_key, ${numberIn("identity")} as number
      from (select t.n, t.identity, split_part(t.identity, '|', 1) as address, t.row->>'state' as state, t.row->>'category' as category,
          t.row->>'phone' as phone, (t.row->>'latitude')::float8 as latitude, (t.row->>'longitude')::float8 as longitude
        from staged_rows t where ${OPEN}) o`,
  );
  const { rows } = await tx.execute<{ first: number | null; last: number | null }>(
    sql`select min(n) as first, max(n) as last from compared`,
  );
  const { first = null, last = null } = rows[0] ?? {};
  if (first === null || last === null) return null;
  for (const columns of ["n", "strip, longitude"])
    await executeRaw(tx, `create index on compared (${columns})`);
  await executeRaw(tx, "analyze compared");
  await collectShared(tx);
  return { first, last };
}

/** Collects the clues that several rows of the file share. A house number is one where a row has no position. */
async function collectShared(tx: Tx): Promise<void> {
  const keys = [
    "name_key",
    "case when phone <> '' then hashtextextended('p' || phone, 0) end",
    "case when address <> '' then hashtextextended('a' || address || '|' || state, 0) end",
    "case when house_key in (select house_key from compared where latitude is null) then house_key end",
  ];
  await executeRaw(
    tx,
    `create temp table clues on commit drop as select n, unnest(array[${keys.join(", ")}]) as key from compared`,
  );
  await executeRaw(
    tx,
    `create temp table shared on commit drop as select key, n from clues
     where key in (select key from clues group by key having count(*) between 2 and ${SHARED_MAX})`,
  );
  await executeRaw(tx, "drop table clues");
  for (const columns of ["n", "key, n"]) await executeRaw(tx, `create index on shared (${columns})`);
  await executeRaw(tx, "analyze shared");
}

/**
 * SQL: the entries of a table around row `o`, as `id`: with its house number, or of its kind and without a number to tell them
 * apart. With another number it is hardly the same place, and only looked at from 100 m. Of a crowd none: its position is
 * made up, and every row would be compared with every other one.
 */
const nearby = (table: string, strip: string, number: string, id: string): string =>
  `(select id from (select p.*, count(*) over () as crowd from (
      select ${id} as id, state, category, latitude, longitude, ${number} as number from ${table}
      where ${strip} in (o.strip - 1, o.strip, o.strip + 1) and longitude between o.longitude - o.span and o.longitude + o.span
      limit ${CROWD_MAX + 1}) p) p
    where crowd <= ${CROWD_MAX} and p.state = o.state and abs(p.latitude - o.latitude) < ${STRIP}
      and ((p.number = o.number and o.number <> '') or (p.category = o.category and (o.number = '' or p.number = ''
        or (abs(p.latitude - o.latitude) < ${STRIP / 3} and abs(p.longitude - o.longitude) < o.span / 3))))`;

/** SQL: the clues by which row `o` finds listed places `p`, each with what it needs of the row. */
const CLUES = [
  ["o.phone <> ''", "p.phone = o.phone and p.phone <> ''"],
  ["o.address <> ''", "p.identity >= o.address || '|' and p.identity < o.address || '}'"],
  ["true", `${MATCH_KEYS.name} = o.name_key`],
  // two entries that have a position meet around it
  [
    "o.house_key is not null",
    `${MATCH_KEYS.house} = o.house_key and p.identity >= '0' and p.identity < ':' and (o.latitude is null or p.latitude is null)`,
  ],
] as const;

/** Finds the listed places and the earlier rows that the rows from `from` to before `to` may be. */
export async function collectFound(tx: Tx, from: number, to: number): Promise<void> {
  const inChunk = `o.n >= ${from} and o.n < ${to}`;
  const byClue = CLUES.map(
    ([needs, is]) => `select n, seq, null::int as earlier from (
      select o.n, f.seq, count(*) over (partition by o.n) as sharing from compared o, lateral (
        select p.seq from current_pois p where ${is} and p.state = o.state limit ${SHARED_MAX + 1}) f
      where ${inChunk} and ${needs}) met where sharing <= ${SHARED_MAX}`,
  );
  const isPlaced = `${inChunk} and o.latitude is not null`;
  await executeRaw(
    tx,
    `create temp table found on commit drop as ${byClue.join(" union ")}
      union select o.n, f.id, null from compared o, lateral
        ${nearby("current_pois", MATCH_KEYS.strip, numberIn("identity"), "seq")} limit ${SHARED_MAX}) f where ${isPlaced}
      union select o.n, null, f.id from compared o, lateral
        ${nearby("compared", "strip", "number", "n")} and id < o.n limit ${SHARED_MAX}) f where ${isPlaced}
      union select o.n, null, e.n from shared o join shared e on e.key = o.key and e.n < o.n where ${inChunk}`,
  );
  await executeRaw(tx, "create index on found (n)");
  await executeRaw(tx, "analyze found");
}

/** SQL: what place `p` is compared by. */
export const COMPARABLE = sql`p.place_id as "placeId", p.name, p.address, p.city, p.state, p.zip_code as "zipCode", p.phone,
  p.website, p.category, p.latitude, p.longitude`;

export interface Candidate<Id> {
  readonly id: Id;
  readonly other: Prepared;
}

type Page = readonly { readonly n: number; readonly row: SourceRow }[];

const inPage = (page: Page) =>
  sql`f.n in (select jsonb_array_elements_text(${JSON.stringify(page.map(({ n }) => n))}::jsonb)::int)`;

/** The listed places that each row of the page may be. */
export async function listedAmong(tx: Tx, page: Page) {
  const { rows } = await tx.execute<Comparable & { n: number; id: string } & Record<string, unknown>>(sql`
    select f.n, p.id, ${COMPARABLE}
    from found f join current_pois p on p.seq = f.seq where ${inPage(page)} order by f.n, p.seq`);
  return preparedOnce(rows.map(({ n, id, ...place }) => ({ n, id, entry: place })));
}

/** The earlier rows whose place each row of the page may be. */
export async function earlierAmong(tx: Tx, page: Page) {
  const { rows } = await tx.execute<{ n: number; id: number; entry: SourceRow }>(sql`
    select f.n, t.n as id, t.row as entry from found f join staged_rows t on t.n = f.earlier
    where ${inPage(page)} order by f.n, t.n`);
  return preparedOnce(rows);
}

/** The candidates of each row; what several rows may be is prepared once. */
function preparedOnce<Id>(
  rows: readonly { readonly n: number; readonly id: Id; readonly entry: Comparable }[],
): ReadonlyMap<number, readonly Candidate<Id>[]> {
  const known = new Map<Id, Prepared>();
  const candidates = rows.map(({ n, id, entry }) => {
    const other = known.get(id) ?? prepared(entry);
    known.set(id, other);
    return { n, id, other };
  });
  return Map.groupBy(candidates, ({ n }) => n);
}
