import { or, type SQL, sql } from "drizzle-orm";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import { orderedId } from "../../../shared/id.ts";
import type { StatedFacts } from "../../../shared/places/fact-texts.ts";
import { FACT_SOURCES } from "../../../shared/places/facts.ts";
import type { Provenance } from "../../../shared/places/sources.ts";
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
import { COLUMN_OF, FIELDS, IS_REPORTED, isNumber, saidValue, writtenValueOf } from "./decide-rows.ts";
import { executeRaw } from "./staging.ts";

export const BATCH = 5_000; // places

/** Updates the linked places whose fields change, and indexes them. */
export async function updatePlaces(tx: Tx, deps: TierDeps, word: Provenance): Promise<void> {
  await executeRaw(
    tx,
    `create temp table touched on commit drop as
      select p.seq, p.name, p.city, p.category, p.state, p.latitude, p.longitude, t.n, ${IS_REPORTED} as is_reported
      from staged_rows t join current_pois p on p.id = t.poi where t.outcome in ('changed', 'same')
        and (t.before->'fields' <> '{}' or t.before ? 'mapsId' or ${IS_REPORTED})`,
  );
  const sets = FIELDS.map((field) => `${COLUMN_OF[field]} = ${writtenValueOf(field)}`);
  // a row without an address leaves that part of the identity as it is
  const identity = `case when not t.before->'fields' ? 'name' then p.identity
    when ${saidValue("address")} is null then split_part(p.identity, '|', 1) || substring(t.identity from position('|' in t.identity))
    else t.identity end`;
  await tx.execute(sql`
    update pois p set ${sql.raw(sets.join(", "))}, identity = ${sql.raw(identity)},
      place_id = case when t.before ? 'mapsId' then t.place_id else p.place_id end,
      halal_verification_status = case when d.is_reported then 'reported' else p.halal_verification_status end,
      said = p.said || coalesce((select jsonb_object_agg(k, ${JSON.stringify(word)}::jsonb)
        from jsonb_object_keys(t.before->'fields') k), '{}'),
      updated_at = greatest(${deps.now().toISOString()}::timestamptz, p.updated_at + interval '1 ms')
    from touched d join staged_rows t on t.n = d.n where p.seq = d.seq`);
  await reinsertWords(tx);
  const reported = await tx.execute<{ id: string }>(sql`
    select p.id from touched d join pois p using (seq) where d.is_reported`);
  await announceReported(
    tx,
    deps,
    reported.rows.map(({ id }) => id),
  );
  await announceTouched(tx, deps);
}

/** Creates the new places in the order of the file, and indexes them. */
export async function createPlaces(
  tx: Tx,
  deps: TierDeps,
  { cityId }: { readonly cityId: number | null },
  word: Provenance,
): Promise<void> {
  const counts = newWordCounts();
  await createWordStaging(tx);
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<{ n: number }>(sql`
      select n from staged_rows where outcome = 'new' and n > ${last} order by n limit ${BATCH}`);
    if (rows.length === 0) break;
    const ids = rows.map(({ n }) => [n, orderedId(deps.now())] as const);
    const places = await insertBatch(tx, deps, ids, cityId, word);
    await insertWords(tx, places, counts, "staged_words");
    last = rows.at(-1)?.n ?? last;
  }
  await indexStagedWords(tx);
  await updateVocabulary(tx, counts);
}

type Inserted = IndexedPlace & { readonly id: string; readonly status: string };

async function insertBatch(
  tx: Tx,
  deps: TierDeps,
  ids: readonly (readonly [n: number, id: string])[],
  cityId: number | null,
  word: Provenance,
): Promise<readonly IndexedPlace[]> {
  const at = deps.now().toISOString();
  const made = JSON.stringify(ids);
  const columns = sql.raw(FIELDS.map((field) => COLUMN_OF[field]).join(", "));
  const values = sql.raw(
    FIELDS.map((field) => (isNumber(field) ? saidValue(field) : `coalesce(${saidValue(field)}, '')`)).join(
      ", ",
    ),
  );
  const { rows } = await tx.execute<Inserted & Record<string, unknown>>(sql`
    insert into pois (id, place_id, ${columns}, halal_verification_status, city_id, said, identity, created_at, updated_at)
    select r->>1, (select t.place_id where not exists (
        select from current_pois o where o.place_id = t.place_id)), ${values},
      case when (t.row->>'isHalal')::boolean and t.row->>'category' <> 'mosque' then 'reported' else 'unverified' end,
      ${cityId}::int, ${JSON.stringify({ "*": word })}::jsonb, t.identity, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_array_elements(${made}::jsonb) r join staged_rows t on t.n = (r->>0)::int order by t.n
    returning id, seq, name, city, category, halal_verification_status as status`);
  await tx.execute(sql`
    update staged_rows t set poi = r->>1, before = '{"fields": {}, "source": null}'
    from jsonb_array_elements(${made}::jsonb) r where t.n = (r->>0)::int
      and (t.at is null or t.facts is not null or t.alike is not null)`); // an import needs no others
  await announceReported(
    tx,
    deps,
    rows.filter(({ status }) => status === "reported").map(({ id }) => id),
  );
  return rows;
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

/** Reindexes the places of `touched` whose name, city or category changed. */
export async function reinsertWords(tx: Tx): Promise<void> {
  const counts = newWordCounts();
  await createWordStaging(tx);
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<IndexedPlace & Record<string, unknown>>(sql`
      select p.seq, p.name, p.city, p.category from current_pois p join touched t using (seq)
      where (p.name, p.city, p.category) is distinct from (t.name, t.city, t.category) and seq > ${last}
      order by seq limit ${BATCH}`);
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

/** Records the new facts of an imported file, in one statement. Returns the ids of the places that got one. */
export async function recordImportedFacts(
  tx: Tx,
  now: Date,
  places: readonly ImportedFacts[],
): Promise<readonly string[]> {
  if (places.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into place_facts (poi_id, key, value, source, at)
    select poi_id, key, value, 'import', ${now.toISOString()}::timestamptz from (${newFactsOf(places)}) f
    returning poi_id as id`);
  return [...new Set(rows.map(({ id }) => id))];
}

/** The ids of the places that would get a fact. */
export async function placesWithNewFacts(
  tx: Tx,
  places: readonly ImportedFacts[],
): Promise<readonly string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct poi_id as id from (${newFactsOf(places)}) f`,
  );
  return rows.map(({ id }) => id);
}

/** SQL: the facts that are neither what the last import stated nor already current from another source. */
const newFactsOf = (places: readonly ImportedFacts[]): SQL => sql`
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
      where n.value is not null order by n.poi_id, n.key, s.strength)
    select s.poi_id, s.key, s.value from stated s
    left join newest own on own.poi_id = s.poi_id and own.key = s.key and own.source = 'import'
    left join current c on c.poi_id = s.poi_id and c.key = s.key
    where s.value is distinct from own.value and (own.value is not null or s.value is distinct from c.value)`;
