import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { StatedFacts } from "../../../shared/places/fact-texts.ts";
import type { FileSource } from "../../../shared/places/sources.ts";
import { COLUMN_OF, decideRows, isHeldBack, TEXT_FIELDS } from "../intake/decide-rows.ts";
import { matchRows } from "../intake/match-rows.ts";
import { lockMatched } from "../intake/plan.ts";
import { executeRaw } from "../intake/staging.ts";
import {
  BATCH,
  type ImportedFacts,
  placesWithNewFacts,
  recordImportedFacts,
} from "../intake/write-places.ts";
import type { LookAlike, Refusal, Replaced } from "../schema.ts";

/** The entries that were dropped for a later one of the same place. */
interface Repeated {
  readonly repeated: number;
  /** The first of them, with the entries that replace them. */
  readonly replaced: readonly Replaced[];
}

interface Decided extends Repeated {
  /** The entries that are refused because of what is listed, and the first of them. */
  readonly refused: number;
  readonly refusals: readonly Refusal[];
}

/**
 * Decides what each staged entry does, as for an intake, but that the last of several entries of one place counts, and an
 * unsure one is created and asked about. With `lock` the places that may be changed are locked until the transaction ends.
 */
export async function decideEntries(tx: Tx, source: FileSource, lock: boolean): Promise<Decided> {
  await matchRows(tx);
  await executeRaw(tx, "update staged_rows set outcome = 'seen' where is_known"); // merged places
  const repeated = await keepLast(tx);
  await executeRaw(
    tx,
    "update staged_rows set outcome = 'new', alike = poi, poi = null where outcome = 'unsure'",
  );
  if (lock) await lockMatched(tx);
  await decideRows(tx, source);
  return { ...repeated, ...(await refusedEntries(tx)) };
}

async function refusedEntries(tx: Tx): Promise<Pick<Decided, "refused" | "refusals">> {
  const { rows } = await tx.execute<Refusal & { count: number } & Record<string, unknown>>(sql`
    select at, reason, (count(*) over ())::int as count from staged_rows where outcome = 'refused'
    order by n limit ${LEFT_MAX}`);
  return { refused: rows[0]?.count ?? 0, refusals: rows.map(({ at, reason }) => ({ at, reason })) };
}

const MAX_REPLACED = 300; // that are listed; all are counted
const FILLED = ["placeId", "zipCode", "phone", "website", "subcategory", "halalCertificate"] as const;

/** Keeps the last of several entries of one place, completed by the earlier ones. */
async function keepLast(tx: Tx): Promise<Repeated> {
  await executeRaw(
    tx,
    `create temp table doubled on commit drop as with grouped as (
        select n, case when poi is not null and outcome is null then poi else coalesce(earlier, n)::text end as same
        from staged_rows where outcome is null or outcome = 'unsure'),
      several as (select same, max(n) as last from grouped group by same having count(*) > 1)
     select n, last from grouped join several using (same)`,
  );
  const newest = (value: string, isSaid: string) =>
    `(array_agg(${value} order by s.n desc) filter (where ${isSaid}))[1]`;
  const filled = FILLED.map((name) => `'${name}', ${newest(`s.row->'${name}'`, `s.row->>'${name}' <> ''`)}`);
  const position = ["latitude", "longitude"].map(
    (name) => `'${name}', ${newest(`s.row->'${name}'`, "s.row->>'latitude' is not null")}`,
  );
  await executeRaw(
    tx,
    `update staged_rows s set row = s.row || e.row, place_id = e.row->>'placeId', facts = e.facts, earlier = null,
       outcome = e.outcome, poi = e.poi, score = e.score
     from (select d.last, jsonb_strip_nulls(jsonb_build_object(${[...filled, ...position].join(", ")},
           'isHalal', bool_or((s.row->>'isHalal')::boolean))) as row,
         ${newest("s.facts", "s.facts is not null")} as facts, max(s.outcome) as outcome, max(s.score) as score,
         coalesce(max(s.poi) filter (where s.outcome = 'unsure'), max(s.poi)) as poi
       from doubled d join staged_rows s using (n) group by d.last) e
     where s.n = e.last`,
  );
  const { rows } = await executeRaw<{ at: number; by: number }>(
    tx,
    `select s.at, l.at as by from doubled d join staged_rows s using (n) join staged_rows l on l.n = d.last
      where d.last > d.n order by d.n limit ${MAX_REPLACED}`,
  );
  const dropped = await executeRaw(
    tx,
    "delete from staged_rows s using doubled d where d.n = s.n and d.last > s.n",
  );
  return { repeated: dropped.rowCount, replaced: rows };
}

const LOOK_ALIKES_MAX = 1_000; // docs/limits.md

/** How many new places staff are asked about, and the first of them with the listed place that each may be. */
export async function lookAlikesOf(tx: Tx) {
  const isAsked = sql`t.outcome = 'new' and t.alike is not null`;
  const { rows } = await tx.execute<LookAlike & Record<string, unknown>>(sql`
    select t.at, t.row->>'name' as name, t.row->>'address' as address, t.row->>'city' as city, t.row->>'state' as state,
      jsonb_build_object('id', p.id, 'name', p.name, 'address', p.address, 'city', p.city, 'state', p.state) as place
    from staged_rows t join current_pois p on p.id = t.alike where ${isAsked} order by t.n limit ${LOOK_ALIKES_MAX}`);
  const { rows: counted } = await tx.execute<{ alike: number }>(
    sql`select count(*)::int as alike from staged_rows t where ${isAsked}`,
  );
  return { alike: counted[0]?.alike ?? 0, lookAlikes: rows };
}

const LEFT_MAX = 300; // entries that are listed

/** The entries of which values were left out, because a stronger source says others. */
export async function leftAsSaid(tx: Tx, source: FileSource) {
  const names = TEXT_FIELDS.map(
    (field) => `case when ${isHeldBack(field, source)} then '${COLUMN_OF[field]}' end`,
  );
  const { rows } = await executeRaw<{ at: number; columns: string[] }>(
    tx,
    `select at, columns from (
      select t.n, t.at, array_remove(array[${names.join(", ")}], null) as columns
      from staged_rows t join current_pois p on p.id = t.poi where t.outcome in ('changed', 'same') and p.said <> '{}') named
      where columns <> '{}' order by n limit ${LEFT_MAX}`,
  );
  return rows.map(({ at, columns }) => ({
    at,
    reason: `Left as the owner or our team wrote it: ${columns.join(", ").replaceAll("_", " ")}`,
  }));
}

/** What the entries do to places; `alone` of them change in nothing but facts. */
export async function countEntries(tx: Tx, alone: number) {
  const { rows } = await tx.execute<{ created: number; updated: number; unchanged: number }>(sql`
    select (count(*) filter (where outcome = 'new'))::int as created,
      (count(*) filter (where outcome = 'changed'))::int + ${alone}::int as updated,
      (count(*) filter (where outcome in ('same', 'seen')))::int - ${alone}::int as unchanged from staged_rows`);
  return rows[0] ?? { created: 0, updated: 0, unchanged: 0 };
}

/** Records the facts of the entries. Returns how many places change in nothing else. */
export const recordFacts = (tx: Tx, now: Date): Promise<number> =>
  countAlone(tx, (stated) => recordImportedFacts(tx, now, stated));

/** How many places would change in nothing but facts. */
export const countFactChanges = (tx: Tx): Promise<number> =>
  countAlone(tx, (stated) => placesWithNewFacts(tx, stated));

async function countAlone(
  tx: Tx,
  changedBy: (stated: readonly ImportedFacts[]) => Promise<readonly string[]>,
): Promise<number> {
  let alone = 0;
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<{ n: number; id: string; facts: StatedFacts; same: boolean }>(sql`
      select n, poi as id, facts, outcome = 'same' as same from staged_rows
      where facts is not null and poi is not null and outcome in ('new', 'changed', 'same') and n > ${last}
      order by n limit ${BATCH}`);
    if (rows.length === 0) return alone;
    const same = new Set(rows.filter((row) => row.same).map(({ id }) => id));
    const changed = await changedBy(rows.map(({ id, facts }) => ({ id, facts })));
    alone += changed.filter((id) => same.has(id)).length;
    last = rows.at(-1)?.n ?? last;
  }
}

/** The listed places that the file calls halal, also those of which more is proven: it may end. A masjid has no tier. */
export async function reportedAmong(tx: Tx): Promise<readonly string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from staged_rows t join current_pois p on p.id = t.poi
    where t.outcome in ('changed', 'same') and (t.row->>'isHalal')::boolean and p.category <> 'mosque'`);
  return rows.map(({ id }) => id);
}
