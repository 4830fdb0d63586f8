import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { SourceRow } from "../../../shared/places/sources.ts";
import type { Comparable } from "../duplicates/likeness.ts";
import { type Prepared, prepared } from "../duplicates/match.ts";
import { MATCH_KEYS } from "../table.ts";

/** A key of more entries says nothing: the phone number of a chain, or a house number of a city. docs/limits.md */
const SHARED_MAX = 100;
const STRIP = 1 / 370; // degrees: 300 m to the north and south, as in `MATCH_KEYS`

/** Whether a row is of no listed place yet, and the first of its place in the file. */
export const OPEN = "t.outcome is null and t.poi is null and t.earlier is null";

/** Runs a statement without parameters. */
export const run = (tx: Tx, statement: string) => tx.execute(sql.raw(statement));

/** Collects by what the open rows are found, and returns the first and the last of them; null if there are none. */
export async function collectCompared(
  tx: Tx,
): Promise<{ readonly first: number; readonly last: number } | null> {
  await run(
    tx,
    `create temp table compared on commit drop as
      select n, state, category, phone, latitude, longitude, address,
        ${STRIP} / greatest(cos(radians(latitude)), 0.1) as span, ${MATCH_KEYS.strip} as strip,
        ${MATCH_KEYS.name} as name_key, case when website <> '' then ${MATCH_KEYS.site} end as site_key,
        case when identity >= '0' and identity < ':' then ${MATCH_KEYS.house} end as house_key, split_part(identity, ' ', 1) as number
      from (select t.n, t.identity, split_part(t.identity, '|', 1) as address, t.row->>'state' as state, t.row->>'category' as category,
          t.row->>'phone' as phone, t.row->>'website' as website, (t.row->>'latitude')::float8 as latitude,
          (t.row->>'longitude')::float8 as longitude
        from staged_rows t where ${OPEN}) o`,
  );
  const { rows } = await tx.execute<{ first: number | null; last: number | null }>(
    sql`select min(n) as first, max(n) as last from compared`,
  );
  const { first = null, last = null } = rows[0] ?? {};
  if (first === null || last === null) return null;
  for (const columns of ["n", "phone, n", "address, n", "name_key, n", "site_key, n", "house_key, n"])
    await run(tx, `create index on compared (${columns})`);
  await run(tx, "create index on compared (strip, longitude)");
  await run(tx, "analyze compared");
  return { first, last };
}

/** SQL: the clues by which row `o` is found among entries `p`, each with what it needs of the row. */
const cluesTo = (
  has: Readonly<Record<"phone" | "address" | "name" | "site" | "house" | "number" | "strip", string>>,
) => [
  ["o.phone <> ''", has.phone],
  ["o.address <> ''", has.address],
  ["true", has.name],
  ["o.site_key is not null", has.site],
  // two entries that have a position meet around it
  ["o.house_key is not null", `${has.house} and (o.latitude is null or p.latitude is null)`],
  [
    "o.latitude is not null",
    `${has.strip} in (o.strip - 1, o.strip, o.strip + 1) and p.longitude between o.longitude - o.span and o.longitude + o.span
      and abs(p.latitude - o.latitude) < ${STRIP} and (p.category = o.category or ${has.number} = o.number)`,
  ],
];

const LISTED = {
  phone: "p.phone = o.phone and p.phone <> ''",
  address: `p.identity >= o.address || '|' and p.identity < o.address || '}'`,
  name: `${MATCH_KEYS.name} = o.name_key`,
  site: `${MATCH_KEYS.site} = o.site_key and p.website <> ''`,
  house: `${MATCH_KEYS.house} = o.house_key and p.identity >= '0' and p.identity < ':'`,
  number: "split_part(p.identity, ' ', 1)",
  strip: MATCH_KEYS.strip,
};
const STAGED = {
  phone: "p.phone = o.phone",
  address: "p.address = o.address",
  name: "p.name_key = o.name_key",
  site: "p.site_key = o.site_key",
  house: "p.house_key = o.house_key",
  number: "p.number",
  strip: "p.strip",
};

/** SQL: the rows from `from` to before `to` with what they may be among `table p`, whose column `id` says which it is. */
function pairs(clues: readonly (readonly string[])[], table: string, id: string, from: number, to: number) {
  const found = clues.map(
    ([needs, is]) => `select n, id from (
      select o.n, f.id, count(*) over (partition by o.n) as sharing from compared o, lateral (
        select p.${id} as id from ${table} p where ${is} and p.state = o.state limit ${SHARED_MAX + 1}) f
      where o.n >= ${from} and o.n < ${to} and ${needs}) met where sharing <= ${SHARED_MAX}`,
  );
  return found.join(" union ");
}

/** Finds the listed places and the earlier rows that the rows from `from` to before `to` may be. */
export async function collectFound(tx: Tx, from: number, to: number): Promise<void> {
  await run(
    tx,
    `create temp table found on commit drop as
      select n, id as seq, null::int as earlier from (${pairs(cluesTo(LISTED), "current_pois", "seq", from, to)}) listed
      union all select n, null, id from (${pairs(cluesTo(STAGED), "compared", "n", from, to)}) staged where id < n`,
  );
  await run(tx, "create index on found (n)");
  await run(tx, "analyze found");
}

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

/** The earlier rows whose place each row of the page may be. */
export async function earlierAmong(tx: Tx, page: Page) {
  const { rows } = await tx.execute<{ n: number; id: number; row: SourceRow }>(sql`
    select f.n, t.n as id, t.row from found f join staged_rows t on t.n = f.earlier where ${inPage(page)} order by f.n, t.n`);
  const known = new Map<number, Prepared>();
  const candidates = rows.map(({ n, id, row }) => {
    const other = known.get(id) ?? prepared(row);
    known.set(id, other);
    return { n, id, other };
  });
  return Map.groupBy(candidates, ({ n }) => n);
}
