import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { orderedId } from "../../../shared/id.ts";
import { importedFacts, type StatedFacts } from "../../../shared/places/fact-texts.ts";
import type { FactValue } from "../../../shared/places/facts.ts";
import type { Hours } from "../../../shared/places/hours.ts";
import type { Category } from "../../../shared/places/places.ts";
import type { FileSource, Provenance } from "../../../shared/places/sources.ts";
import {
  announceReported,
  announceTouched,
  recordImportedFacts,
  reinsertWords,
} from "../import/merge-staged.ts";
import type { SourceGone, TierDeps } from "../offers.ts";
import {
  createWordStaging,
  type IndexedPlace,
  indexStagedWords,
  insertWords,
  newWordCounts,
  updateVocabulary,
} from "../search/word-index.ts";
import { COLUMN_OF, IS_REPORTED, newValueOf, saidValue } from "./decide-rows.ts";
import { isListOfSeveral, type Scope } from "./plan.ts";
import { IS_LISTED } from "./queries.ts";
import { placeSources } from "./table.ts";

const BATCH = 5_000; // places

export interface Applied extends Scope {
  readonly id: string;
  readonly release: string;
  /** From when on it is what the source says. */
  readonly at: Date;
}

/** Writes what the staged rows do to places, and what the source says of each. */
export async function writeRows(tx: Tx, deps: TierDeps, intake: Applied): Promise<void> {
  const { source, release, at } = intake;
  const word: Provenance = { by: "file", source, release, at: at.toISOString() };
  await saveUndoState(tx, intake);
  await updatePlaces(tx, deps, word);
  await createPlaces(tx, deps, intake, word);
  await recordHours(tx, at);
  await upsertPlaceSources(tx, intake);
}

const FIELDS = Object.keys(COLUMN_OF) as (keyof typeof COLUMN_OF)[];

/** Keeps of each linked place what an undo restores. */
async function saveUndoState(tx: Tx, { source }: Scope): Promise<void> {
  await tx.execute(sql`
    update staged_rows t set before = t.before || jsonb_build_object('identity', p.identity,
      'said', (select coalesce(jsonb_object_agg(k, p.said->k), '{}') from jsonb_object_keys(t.before->'fields') k),
      'source', (select jsonb_build_object('poi_id', ps.poi_id, 'release', ps.release, 'row', ps.row, 'said_at', ps.said_at,
        'said_since', ps.said_since, 'gone_at', ps.gone_at) from place_sources ps where ps.source = ${source} and ps.external_id = t.external_id))
      || case when ${sql.raw(IS_REPORTED)} then '{"reported": true}'::jsonb else '{}' end
      || case when ${sql.raw(GETS_MAPS_ID)} then '{"mapsId": true}'::jsonb else '{}' end
    from current_pois p where p.id = t.poi and t.outcome in ('changed', 'same')`);
}

/** SQL: whether place `p` has no maps id and gets that of row `t`. */
const GETS_MAPS_ID = `(p.place_id is null and not t.is_known and not (t.row->>'isClosed')::boolean
  and coalesce(t.row->>'placeId', '') <> ''
  and not exists (select from current_pois o where o.place_id = t.row->>'placeId'))`;

/** Updates the linked places whose fields change, and indexes them. */
async function updatePlaces(tx: Tx, deps: TierDeps, word: Provenance): Promise<void> {
  await tx.execute(
    sql.raw(`create temp table touched on commit drop as
      select p.seq, p.name, p.city, p.category, p.state, p.latitude, p.longitude, t.n, ${IS_REPORTED} as is_reported
      from staged_rows t join current_pois p on p.id = t.poi where t.outcome in ('changed', 'same')
        and (t.before->'fields' <> '{}' or t.before ? 'mapsId' or ${IS_REPORTED})`),
  );
  const sets = FIELDS.map(
    (field) =>
      `${COLUMN_OF[field]} = case when t.before->'fields' ? '${field}' then ${newValueOf(field)} else p.${COLUMN_OF[field]} end`,
  );
  // a row without an address leaves that part of the identity as it is
  const identity = `case when not t.before->'fields' ? 'name' then p.identity
    when ${saidValue("address")} is null then split_part(p.identity, '|', 1) || substring(t.identity from position('|' in t.identity))
    else t.identity end`;
  await tx.execute(sql`
    update pois p set ${sql.raw(sets.join(", "))}, identity = ${sql.raw(identity)},
      place_id = case when t.before ? 'mapsId' then t.row->>'placeId' else p.place_id end,
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
async function createPlaces(tx: Tx, deps: TierDeps, { cityId }: Scope, word: Provenance): Promise<void> {
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
  const isNumber = (field: string) => field === "latitude" || field === "longitude";
  const values = sql.raw(
    FIELDS.map((field) => (isNumber(field) ? saidValue(field) : `coalesce(${saidValue(field)}, '')`)).join(
      ", ",
    ),
  );
  const { rows } = await tx.execute<Inserted & Record<string, unknown>>(sql`
    insert into pois (id, place_id, ${columns}, halal_verification_status, city_id, said, identity, created_at, updated_at)
    select r->>1, (select nullif(t.row->>'placeId', '') where not exists (
        select from current_pois o where o.place_id = t.row->>'placeId')), ${values},
      case when (t.row->>'isHalal')::boolean and t.row->>'category' <> 'mosque' then 'reported' else 'unverified' end,
      ${cityId}::int, ${JSON.stringify({ "*": word })}::jsonb, t.identity, ${at}::timestamptz, ${at}::timestamptz
    from jsonb_array_elements(${made}::jsonb) r join staged_rows t on t.n = (r->>0)::int order by t.n
    returning id, seq, name, city, category, halal_verification_status as status`);
  await tx.execute(sql`
    update staged_rows t set poi = r->>1, before = '{"fields": {}, "source": null}'
    from jsonb_array_elements(${made}::jsonb) r where t.n = (r->>0)::int`);
  await announceReported(
    tx,
    deps,
    rows.filter(({ status }) => status === "reported").map(({ id }) => id),
  );
  return rows;
}

interface WithHours extends Record<string, unknown> {
  readonly n: number;
  readonly poi: string;
  readonly hours: string;
  readonly category: Category;
  readonly was: FactValue | null;
}

/** Records the opening hours that can be read, as facts from a file. */
async function recordHours(tx: Tx, at: Date): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<WithHours>(sql`
      select t.n, t.poi, t.row->>'hours' as hours, p.category, (
          select f.value from place_facts f where f.poi_id = t.poi and f.key = 'hours' and f.source = 'import'
          order by f.seq desc limit 1) as was
      from staged_rows t join current_pois p on p.id = t.poi
      where t.outcome in ('new', 'changed', 'same') and t.row->>'hours' <> '' and not (t.row->>'isClosed')::boolean
        and t.row->'hours' is distinct from t.was->'hours' and n > ${last}
      order by n limit ${BATCH}`);
    if (rows.length === 0) return;
    const stated = rows.flatMap((row) => {
      const facts = readableHours(row);
      return facts ? [{ id: row.poi, facts }] : [];
    });
    const recorded = new Set(await recordImportedFacts(tx, at, stated));
    const before = rows.filter(({ poi }) => recorded.has(poi)).map(({ n, was }) => [n, was ?? null]);
    await tx.execute(sql`
      update staged_rows t set before = t.before || jsonb_build_object('hours', jsonb_build_object('was', r->1))
      from jsonb_array_elements(${JSON.stringify(before)}::jsonb) r where t.n = (r->>0)::int`);
    last = rows.at(-1)?.n ?? last;
  }
}

/** Null for a text of which only a note would be left. */
function readableHours({ hours, category }: WithHours): StatedFacts | null {
  const { facts } = importedFacts({ opening_hours: hours }, category);
  return (facts?.hours as Hours | undefined)?.week ? facts : null;
}

/** SQL: `said_since` of the row `ps`, of which a further release is said now. */
const SAID_SINCE = sql`(jsonb_build_object('*', ps.said_at) || ps.said_since)`;

/** Keeps what the source says of each place, also where a stronger one says otherwise. */
async function upsertPlaceSources(tx: Tx, { source, release, at }: Applied): Promise<void> {
  const time = at.toISOString();
  await tx.execute(sql`
    insert into place_sources as ps (id, source, external_id, poi_id, release, row, said_at, said_since)
    select replace(gen_random_uuid()::text, '-', ''), ${source}, external_id, poi, ${release}, row,
      ${time}::timestamptz, jsonb_build_object('*', ${time}::text)
    from staged_rows where outcome in ('new', 'changed', 'same')
    on conflict (source, external_id) do update set poi_id = excluded.poi_id, release = excluded.release,
      row = excluded.row, said_at = excluded.said_at, gone_at = null,
      said_since = ${SAID_SINCE} || (select coalesce(jsonb_object_agg(k, ${time}::text), '{}')
        from jsonb_object_keys(excluded.row) k where excluded.row->k is distinct from ps.row->k)`);
}

/** Notes which places the source says again, and which it no longer has. Called before `writeRows`. */
export async function updateOtherSources(tx: Tx, { source, cityId, release, at }: Applied): Promise<void> {
  const time = at.toISOString();
  await tx.execute(sql`
    update place_sources ps set release = ${release}, said_at = ${time}::timestamptz, said_since = ${SAID_SINCE}
    from pois p where p.id = ps.poi_id and ps.source = ${source} and ps.gone_at is null
      and (${cityId}::int is null or p.city_id = ${cityId}::int)
      and not exists (select from staged_rows t where t.external_id = ps.external_id and t.outcome <> 'seen')
      and (not ${isListOfSeveral(source)}::boolean or exists (
        select from staged_rows t where t.external_id = ps.external_id and t.outcome = 'seen'))
      and not exists (select from gone g where g.external_id = ps.external_id)`);
  await tx.execute(sql`
    update place_sources ps set gone_at = ${time}::timestamptz
    from gone g where ps.source = ${source} and ps.external_id = g.external_id`);
}

/** Asks staff about the rows that may be listed places, once for each. */
export async function queueMatches(tx: Tx, { id, source, at }: Applied): Promise<void> {
  await tx.execute(sql`
    delete from place_matches m using staged_rows t
    where m.status = 'pending' and m.source = ${source} and m.external_id = t.external_id
      and t.outcome in ('new', 'changed', 'same')`);
  await tx.execute(sql`
    update place_matches m set row = t.row, poi_id = t.poi, score = t.score, intake_id = ${id}
    from staged_rows t where t.outcome = 'unsure' and m.status = 'pending' and m.source = ${source} and m.external_id = t.external_id`);
  await tx.execute(sql`
    insert into place_matches (id, intake_id, source, external_id, row, poi_id, score, created_at)
    select replace(gen_random_uuid()::text, '-', ''), ${id}, ${source}, t.external_id, t.row, t.poi, t.score,
      ${at.toISOString()}::timestamptz
    from staged_rows t where t.outcome = 'unsure' and not exists (select from place_matches m
      where m.status = 'pending' and m.source = ${source} and m.external_id = t.external_id)`);
}

/** The places that no source has any more. */
export async function newlyGone(tx: Tx, source: FileSource): Promise<SourceGone> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct poi as id from gone g
    where not exists (select from ${placeSources} where ${placeSources.poiId} = g.poi and ${IS_LISTED}) order by 1`);
  return { source, why: "gone", ids: rows.map(({ id }) => id) };
}

/** The listed places that the source calls closed since this release. */
export async function newlyClosed(tx: Tx, source: FileSource): Promise<SourceGone> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct poi as id from staged_rows
    where outcome = 'changed' and (row->>'isClosed')::boolean and not coalesce((was->>'isClosed')::boolean, false) order by 1`);
  return { source, why: "closed", ids: rows.map(({ id }) => id) };
}
