import { or, type SQL, sql } from "drizzle-orm";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import { orderedId } from "../../../shared/id.ts";
import type { StatedFacts } from "../../../shared/places/fact-texts.ts";
import { FACT_SOURCES } from "../../../shared/places/facts.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import type { FileSource } from "../../../shared/places/sources.ts";
import { announceChange, type TierDeps, type TieredPlace } from "../offers.ts";
import {
  createWordStaging,
  deleteWords,
  type IndexedPlace,
  indexStagedWords,
  insertWords,
  newWordCounts,
  updateVocabulary,
  withSpellings,
} from "../search/word-index.ts";
import { fileProvenanceSql, IS_REPORTED, SET_COLUMNS, SET_IDENTITY, setSaid } from "./changed-columns.ts";
import { OPTIONAL_COLUMNS, REQUIRED_COLUMNS, run } from "./import-staging.ts";
import type { Matched } from "./match-staged.ts";

/** The outcome of an import, in entries. */
export interface MergeCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly repeated: number;
  readonly replaced: Matched["replaced"];
}

const BATCH_SIZE = 5_000; // places
const COLUMNS = [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS];

/** Creates and updates places from the matched entries, and indexes them. */
export async function writeMatched(
  tx: Tx,
  deps: TierDeps,
  matched: Matched,
  source: FileSource,
): Promise<MergeCounts> {
  const now = deps.now();
  const word = fileProvenanceSql(source, now);
  const updated = await update(tx, now, word);
  await updateTiers(tx, deps);
  const recorded = await recordMatchedFacts(tx, now);
  return countsOf(matched, { created: await create(tx, deps, word), updated: updated + recorded });
}

/** What `writeMatched` would do. Writes nothing. */
export async function countMatched(tx: Tx, matched: Matched): Promise<MergeCounts> {
  const { rows } = await tx.execute<{ created: number; updated: number }>(sql`
    select (select count(*) from staged where poi is null)::int as created,
      (select count(*) from touched)::int as updated`);
  const { created = 0, updated = 0 } = rows[0] ?? {};
  return countsOf(matched, { created, updated: updated + (await recordMatchedFacts(tx, null)) });
}

const countsOf = (
  { matched, merged, repeated, replaced }: Matched,
  { created, updated }: Pick<MergeCounts, "created" | "updated">,
): MergeCounts => ({ created, updated, unchanged: matched - updated + merged, repeated, replaced });

/** Updates the places of `touched`. Returns how many. */
async function update(tx: Tx, now: Date, word: string): Promise<number> {
  const sets = SET_COLUMNS.map(([column, value]) => `${column} = ${value}`).join(", ");
  const at = now.toISOString();
  const changed = await run(
    tx,
    `update pois p set ${sets}, identity = ${SET_IDENTITY}, said = ${setSaid(word)},
      updated_at = greatest('${at}'::timestamptz, p.updated_at + interval '1 ms')
     from staged s join touched t on t.seq = s.poi where p.seq = s.poi`,
  );
  await reinsertWords(tx);
  return changed;
}

/** Records the facts of matched places, or only reads them without a time. Returns how many change in nothing else. */
async function recordMatchedFacts(tx: Tx, now: Date | null): Promise<number> {
  let alone = 0;
  for (let from = 0; ; ) {
    const { rows } = await tx.execute<{ n: number; id: string; facts: StatedFacts; touched: boolean }>(
      sql.raw(`select s.n, p.id, s.facts, exists (select from touched t where t.seq = p.seq) as touched
        from staged s join current_pois p on p.seq = s.poi where s.facts is not null and s.n > ${from}
        order by s.n limit ${BATCH_SIZE}`),
    );
    if (rows.length === 0) return alone;
    const touched = new Set(rows.filter((row) => row.touched).map(({ id }) => id));
    const stated = rows.map(({ id, facts }) => ({ id, facts }));
    const recorded = await recordImportedFacts(tx, now, stated);
    alone += recorded.filter((id) => !touched.has(id)).length;
    from = rows.at(-1)?.n ?? from;
  }
}

/** Records that the file calls matched places halal, and computes the tiers that other changes can affect. */
async function updateTiers(tx: Tx, deps: TierDeps): Promise<void> {
  const reported = await tx.execute<{ id: string }>(
    sql.raw(`select p.id from staged s join current_pois p on p.seq = s.poi where ${IS_REPORTED}`),
  );
  await announceReported(
    tx,
    deps,
    reported.rows.map(({ id }) => id),
  );
  await announceTouched(tx, deps);
}

/** Computes the tiers that the changes of `touched` can affect. */
export async function announceTouched(tx: Tx, deps: TierDeps): Promise<void> {
  const { rows } = await tx.execute<TieredPlace & Record<string, unknown>>(sql`
    select p.id, p.category, p.latitude, p.longitude, p.state from touched t join current_pois p using (seq)
    where (t.category = 'mosque') <> (p.category = 'mosque') or p.evidence_digest is not null
      or p.tier_until is not null or ${movedWithDays(deps)}`);
  for (const place of rows) await announceChange(tx, deps, place);
}

/** In another time zone, records with days may prove a tier today that they did not prove before, or not any more. */
function movedWithDays(deps: TierDeps): SQL {
  const dated = offersOf(deps, "hasDatedRecords").map((hasRecords) => hasRecords(sql`p.id`));
  return sql`((t.state, t.latitude, t.longitude) is distinct from (p.state, p.latitude, p.longitude)
    and ${or(...dated) ?? sql`false`})`;
}

export async function announceReported(tx: Tx, deps: TierDeps, ids: readonly string[]): Promise<void> {
  for (const offer of offersOf(deps, "onReportedHalal")) await offer(tx, deps.now(), ids);
}

async function create(tx: Tx, deps: TierDeps, word: string): Promise<number> {
  const counts = newWordCounts();
  await createWordStaging(tx);
  let created = 0;
  for (let from = 0; ; ) {
    const page = sql`select n from staged where poi is null and n > ${from} order by n limit ${BATCH_SIZE}`;
    const ns = (await tx.execute<{ n: number }>(page)).rows.map((row) => row.n);
    if (ns.length === 0) break;
    const places = await insertBatch(tx, deps, ns, word);
    await insertWords(tx, places, counts, "staged_words");
    created += places.length;
    from = ns.at(-1) ?? from;
  }
  await indexStagedWords(tx);
  await updateVocabulary(tx, counts);
  return created;
}

type InsertedPlace = IndexedPlace & { readonly id: string; readonly status: HalalStatus };

/** Inserts places in the order of the file, which is that of their ids. */
async function insertBatch(
  tx: Tx,
  deps: TierDeps,
  ns: readonly number[],
  word: string,
): Promise<readonly IndexedPlace[]> {
  const now = deps.now();
  const ids = new Map(ns.map((n) => [n, orderedId(now)]));
  const columns = sql.raw(COLUMNS.join(", "));
  const values = sql.raw(COLUMNS.map((column) => `coalesce(s.${column}, '')`).join(", "));
  const at = now.toISOString();
  const { rows } = await tx.execute<InsertedPlace & Record<string, unknown>>(sql`
    insert into pois (id, place_id, ${columns}, latitude, longitude, halal_verification_status, identity,
      said, created_at, updated_at)
    select r->>1, s.place_id, ${values}, s.latitude, s.longitude,
      case when ${sql.raw(IS_REPORTED)} then 'reported' else 'unverified' end, s.identity,
      jsonb_build_object('*', ${sql.raw(word)}), ${at}::timestamptz, ${at}::timestamptz
    from jsonb_array_elements(${JSON.stringify([...ids])}::jsonb) r join staged s on s.n = (r->>0)::int order by s.n
    returning id, seq, name, city, category, halal_verification_status as status`);
  await recordNewFacts(tx, now, ids);
  await announceReported(
    tx,
    deps,
    rows.filter(({ status }) => status === "reported").map(({ id }) => id),
  );
  return rows;
}

/** `ids` are those of the new places by their position in the file. */
async function recordNewFacts(tx: Tx, now: Date, ids: ReadonlyMap<number, string>): Promise<void> {
  const { rows } = await tx.execute<{ n: number; facts: StatedFacts }>(sql`
    select s.n, s.facts from jsonb_array_elements_text(${JSON.stringify([...ids.keys()])}::jsonb) d(n)
      join staged s on s.n = d.n::int where s.facts is not null`);
  const recorded = rows.flatMap(({ n, facts }) => {
    const id = ids.get(n);
    return id === undefined ? [] : [{ id, facts }];
  });
  await recordImportedFacts(tx, now, recorded);
}

/** Reindexes the places of `touched` whose name, city or category changed. */
export async function reinsertWords(tx: Tx): Promise<void> {
  const counts = newWordCounts();
  await createWordStaging(tx);
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<IndexedPlace & Record<string, unknown>>(sql`
      select p.seq, p.name, p.city, p.category from current_pois p join touched t using (seq)
      where (p.name, p.city, p.category) is distinct from (t.name, t.city, t.category) and seq > ${last}
      order by seq limit ${BATCH_SIZE}`);
    if (rows.length === 0) break;
    const seqs = rows.map((row) => row.seq);
    await deleteWords(tx, seqs, counts);
    await insertWords(tx, await withSpellings(tx, rows), counts, "staged_words");
    last = seqs.at(-1) ?? last;
  }
  await indexStagedWords(tx);
  await updateVocabulary(tx, counts);
}

const STRENGTHS = FACT_SOURCES.map((source, n) => `('${source}', ${n})`).join(", ");

export interface ImportedFacts {
  /** The id of the place. */
  readonly id: string;
  readonly facts: StatedFacts;
}

/**
 * Records the facts of an imported file, in one statement. Not stored again: what the last import stated, and
 * what is already current from another source. Returns the ids of the places that got a fact. Without a time nothing is
 * written, and these are the places that would get one.
 */
export async function recordImportedFacts(
  tx: Tx,
  now: Date | null,
  places: readonly ImportedFacts[],
): Promise<readonly string[]> {
  if (places.length === 0) return [];
  const [insert, returning] = now
    ? [sql`insert into place_facts (poi_id, key, value, source, at)`, sql`returning poi_id`]
    : [sql``, sql``];
  const { rows } = await tx.execute<{ id: string }>(sql`
    with stated as (
      select d->>'id' as poi_id, f.key, nullif(f.value, 'null') as value
      from jsonb_array_elements(${JSON.stringify(places)}::jsonb) d, jsonb_each(d->'facts') f),
    newest as (
      select distinct on (t.poi_id, t.key, t.source) t.poi_id, t.key, t.source, t.value
      from place_facts t where t.poi_id in (select poi_id from stated)
      order by t.poi_id, t.key, t.source, t.seq desc),
    current as (
      select distinct on (n.poi_id, n.key) n.poi_id, n.key, n.value
      from newest n join (values ${sql.raw(STRENGTHS)}) s(source, strength) using (source)
      where n.value is not null order by n.poi_id, n.key, s.strength),
    added as (
      ${insert}
      select s.poi_id, s.key, s.value, 'import', ${now?.toISOString() ?? null}::timestamptz
      from stated s
      left join newest own on own.poi_id = s.poi_id and own.key = s.key and own.source = 'import'
      left join current c on c.poi_id = s.poi_id and c.key = s.key
      where s.value is distinct from own.value
        and (own.value is not null or s.value is distinct from c.value)
      ${returning})
    select distinct poi_id as id from added`);
  return rows.map(({ id }) => id);
}
