import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { randomId } from "../../../shared/id.ts";
import {
  createWordStaging,
  deleteWords,
  type IndexedPlace,
  indexStagedWords,
  insertWords,
  newWordCounts,
  updateVocabulary,
} from "../search/word-index.ts";
import { OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from "./import-staging.ts";

/** The outcome of an import, in entries. */
export interface MergeCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly repeated: number;
}

const BATCH_SIZE = 5_000; // places
const COLUMNS = [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS];
/** Columns that are null if an entry omits them. */
const NULLABLE_COLUMNS = ["place_id", "status", "latitude", "longitude", ...OPTIONAL_COLUMNS];

/** Creates and updates places from the staged entries, and indexes them. */
export async function mergeStaged(tx: Tx, now: Date): Promise<MergeCounts> {
  await match(tx);
  const repeated = await keepLast(tx);
  const matched = await countOf(tx, "poi is not null");
  const updated = await update(tx, now);
  const created = await create(tx, now);
  return { created, updated, unchanged: matched - updated, repeated };
}

/** Matches each entry to the place of its maps id, else to that of its name and address. */
async function match(tx: Tx): Promise<void> {
  await run(tx, "create index on staged (identity)");
  await run(tx, "analyze staged");
  await run(tx, "update staged s set poi = p.seq from pois p where p.place_id = s.place_id");
  // a place with the same name and address but another maps id is another place
  await run(
    tx,
    `update staged s set poi = found.seq, by_name = true from (
      select distinct on (s.n) s.n, p.seq from staged s join pois p on p.identity = s.identity
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

/** Of several entries of one place, keeps the last, completed by the earlier ones. Returns how many were dropped. */
async function keepLast(tx: Tx): Promise<number> {
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
  return run(tx, "delete from staged s using doubled d where d.n = s.n and d.last > s.n");
}

/** Updates places that differ. A status verified by staff and columns that the file omits stay. */
async function update(tx: Tx, now: Date): Promise<number> {
  const status = `case when p.halal_verification_status = 'verified' then 'verified'
    else coalesce(s.status, p.halal_verification_status) end`;
  const pairs: readonly (readonly [string, string])[] = [
    ...REQUIRED_COLUMNS.map((column) => [column, `s.${column}`] as const),
    ...OPTIONAL_COLUMNS.map((column) => [column, `coalesce(s.${column}, p.${column})`] as const),
    ["place_id", "coalesce(s.place_id, p.place_id)"],
    ["latitude", "case when s.latitude is null then p.latitude else s.latitude end"],
    ["longitude", "case when s.latitude is null then p.longitude else s.longitude end"],
    ["halal_verification_status", status],
  ];
  const differs = pairs.map(([column, value]) => `p.${column} is distinct from ${value}`).join(" or ");
  const sets = pairs.map(([column, value]) => `${column} = ${value}`).join(", ");
  await run(
    tx,
    `create temp table touched on commit drop as select p.seq, p.name, p.city, p.category
     from staged s join pois p on p.seq = s.poi where ${differs}`,
  );
  const at = now.toISOString();
  const changed = await run(
    tx,
    `update pois p set ${sets}, identity = s.identity,
      updated_at = greatest('${at}'::timestamptz, p.updated_at + interval '1 ms')
     from staged s join touched t on t.seq = s.poi where p.seq = s.poi`,
  );
  await reinsertWords(tx);
  return changed;
}

async function create(tx: Tx, now: Date): Promise<number> {
  const counts = newWordCounts();
  await createWordStaging(tx);
  let created = 0;
  for (let from = 0; ; ) {
    const page = sql`select n from staged where poi is null and n > ${from} order by n limit ${BATCH_SIZE}`;
    const ns = (await tx.execute<{ n: number }>(page)).rows.map((row) => row.n);
    if (ns.length === 0) break;
    const places = await insertBatch(tx, ns, now);
    await insertWords(tx, places, counts, "staged_words");
    created += places.length;
    from = ns.at(-1) ?? from;
  }
  await indexStagedWords(tx);
  await updateVocabulary(tx, counts);
  return created;
}

/** Inserts places in the order of the file, each with a random id. */
async function insertBatch(tx: Tx, ns: readonly number[], now: Date): Promise<readonly IndexedPlace[]> {
  const ids = JSON.stringify(ns.map((n) => [n, randomId()]));
  const columns = sql.raw(COLUMNS.join(", "));
  const values = sql.raw(COLUMNS.map((column) => `coalesce(s.${column}, '')`).join(", "));
  const at = now.toISOString();
  const { rows } = await tx.execute<IndexedPlace & Record<string, unknown>>(sql`
    insert into pois (id, place_id, ${columns}, latitude, longitude, halal_verification_status, identity,
      created_at, updated_at)
    select r->>1, s.place_id, ${values}, s.latitude, s.longitude, coalesce(s.status, 'unverified'), s.identity,
      ${at}::timestamptz, ${at}::timestamptz
    from jsonb_array_elements(${ids}::jsonb) r join staged s on s.n = (r->>0)::int order by s.n
    returning seq, name, city, category`);
  return rows;
}

/** Reindexes the updated places whose name, city or category changed. */
async function reinsertWords(tx: Tx): Promise<void> {
  const counts = newWordCounts();
  await createWordStaging(tx);
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<IndexedPlace & Record<string, unknown>>(sql`
      select p.seq, p.name, p.city, p.category from pois p join touched t using (seq)
      where (p.name, p.city, p.category) is distinct from (t.name, t.city, t.category) and seq > ${last}
      order by seq limit ${BATCH_SIZE}`);
    if (rows.length === 0) break;
    const seqs = rows.map((row) => row.seq);
    await deleteWords(tx, seqs, counts);
    await insertWords(tx, rows, counts, "staged_words");
    last = seqs.at(-1) ?? last;
  }
  await indexStagedWords(tx);
  await updateVocabulary(tx, counts);
}

async function countOf(tx: Tx, where: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql.raw(`select count(*)::int as n from staged where ${where}`),
  );
  return rows[0]?.n ?? 0;
}

async function run(tx: Tx, statement: string): Promise<number> {
  return (await tx.execute(sql.raw(statement))).rowCount;
}
