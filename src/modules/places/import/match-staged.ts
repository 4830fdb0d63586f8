import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { Comparable } from "../duplicates/likeness.ts";
import type { Replaced } from "../schema.ts";
import { collectChanged } from "./changed-columns.ts";
import { OPTIONAL_COLUMNS, run } from "./import-staging.ts";

/** Columns that are null if an entry omits them. */
const NULLABLE_COLUMNS = ["place_id", "status", "latitude", "longitude", "facts", ...OPTIONAL_COLUMNS];

/** How the staged entries match the places, in entries. */
export interface Matched {
  /** Entries of listed places. */
  readonly matched: number;
  /** Entries that were dropped because their places were merged into others. */
  readonly merged: number;
  /** Entries that were dropped for a later one of the same place. */
  readonly repeated: number;
  /** The first of them, with the entries that replace them. */
  readonly replaced: readonly Replaced[];
}

const MAX_REPLACED = 300; // that are listed; all are counted

/** Matches the entries to the places, and collects in `touched` the places that differ. Nothing is written. */
export async function matchAll(tx: Tx): Promise<Matched> {
  const merged = await dropMerged(tx);
  await matchStaged(tx);
  const { repeated, replaced } = await keepLast(tx);
  const counted = await tx.execute<{ n: number }>(
    sql.raw("select count(*)::int as n from staged where poi is not null"),
  );
  await collectChanged(tx);
  return { matched: counted.rows[0]?.n ?? 0, merged, repeated, replaced };
}

/** The matched entries that become new places, in the order of the file. */
export async function creationsOf(tx: Tx) {
  const { rows } = await tx.execute<Comparable & { readonly at: number } & Record<string, unknown>>(
    sql`select at, name, address, city, state, zip_code as "zipCode", phone, website, category, latitude, longitude
      from staged where poi is null order by n`,
  );
  return rows;
}

/**
 * Drops the entries of places that were merged into others: they would be created again, or rename the place that stayed.
 * Returns how many.
 */
async function dropMerged(tx: Tx): Promise<number> {
  const byMapsId = await run(
    tx,
    `delete from staged s using merged_places m
     where s.place_id = m.place_id and not exists (select from current_pois p where p.place_id = s.place_id)`,
  );
  const byIdentity = await run(
    tx,
    `delete from staged s using merged_places m
     where s.identity = m.identity and (s.place_id is null or m.place_id is null)
       and not exists (select from current_pois p where p.identity = s.identity)
       and not exists (select from current_pois p where p.place_id = s.place_id)`,
  );
  return byMapsId + byIdentity;
}

/** Matches each entry to the place of its maps id, else to that of its name and address. */
async function matchStaged(tx: Tx): Promise<void> {
  await run(tx, "create index on staged (identity)");
  await run(tx, "analyze staged");
  await run(tx, "update staged s set poi = p.seq from current_pois p where p.place_id = s.place_id");
  // a place with the same name and address but another maps id is another place
  await run(
    tx,
    `update staged s set poi = found.seq, by_name = true from (
      select distinct on (s.n) s.n, p.seq from staged s join current_pois p on p.identity = s.identity
      where s.poi is null and (s.place_id is null or p.place_id is null) order by s.n, p.seq) found
     where found.n = s.n`,
  );
  // if several maps ids match one place by name, the first gets it
  await run(
    tx,
    `update staged s set poi = null from (
      select distinct on (poi) poi, place_id from staged where by_name and place_id is not null order by poi, n) first
     where s.by_name and s.poi = first.poi and s.place_id <> first.place_id`,
  );
  // entries with one maps id share one place, the first that matched by name
  await run(
    tx,
    `update staged s set poi = first.poi from (
      select distinct on (place_id) place_id, poi from staged
      where by_name and poi is not null and place_id is not null order by place_id, n) first
     where s.place_id = first.place_id and s.poi is distinct from first.poi`,
  );
}

/** Keeps the last of several entries of one place, completed by the earlier ones. */
async function keepLast(tx: Tx): Promise<Pick<Matched, "repeated" | "replaced">> {
  await run(
    tx,
    `create temp table doubled on commit drop as with mapped as (select identity, max(place_id) as place_id from staged
        where poi is null and place_id is not null group by identity),
      grouped as (select s.n, coalesce('=' || s.poi, 'p' || coalesce(s.place_id, m.place_id), 'i' || s.identity) as same
        from staged s left join mapped m on m.identity = s.identity and s.place_id is null),
      several as (select same, max(n) as last from grouped group by same having count(*) > 1)
     select n, last from grouped join several using (same)`,
  );
  const latest = NULLABLE_COLUMNS.map(
    (c) => `(array_agg(s.${c} order by s.n desc) filter (where s.${c} is not null))[1] as ${c}`,
  );
  await run(
    tx,
    `update staged s set ${NULLABLE_COLUMNS.map((column) => `${column} = earlier.${column}`).join(", ")}
     from (select d.last, ${latest.join(", ")} from doubled d join staged s using (n) group by d.last) earlier
     where s.n = earlier.last`,
  );
  const { rows } = await tx.execute<{ at: number; by: number }>(
    sql.raw(`select s.at, l.at as by from doubled d join staged s using (n) join staged l on l.n = d.last
      where d.last > d.n order by d.n limit ${MAX_REPLACED}`),
  );
  const repeated = await run(tx, "delete from staged s using doubled d where d.n = s.n and d.last > s.n");
  return { repeated, replaced: rows };
}
