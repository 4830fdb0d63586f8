import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { importedFacts, type StatedFacts } from "../../../shared/places/fact-texts.ts";
import type { FactValue } from "../../../shared/places/facts.ts";
import type { Hours } from "../../../shared/places/hours.ts";
import type { Category } from "../../../shared/places/places.ts";
import type { FileSource, Provenance } from "../../../shared/places/sources.ts";
import type { SourceGone, TierDeps } from "../offers.ts";
import { IS_REPORTED } from "./decide-rows.ts";
import { isListOfSeveral, type Scope } from "./plan.ts";
import { IS_LISTED } from "./queries.ts";
import { placeSources } from "./table.ts";
import { BATCH, createPlaces, recordImportedFacts, updatePlaces } from "./write-places.ts";

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

/** Keeps of each linked place what an undo restores. */
async function saveUndoState(tx: Tx, { source }: Scope): Promise<void> {
  await tx.execute(sql`
    update staged_rows t set before = t.before || jsonb_build_object('identity', p.identity,
      'said', (select coalesce(jsonb_object_agg(k, p.said->k), '{}') from jsonb_object_keys(t.before->'fields') k),
      'source', (select jsonb_build_object('poi_id', ps.poi_id, 'release', ps.release, 'row', ps.row, 'said_at', ps.said_at,
        'said_since', ps.said_since, 'gone_at', ps.gone_at) from place_sources ps where ps.source = ${source} and ps.external_id = t.external_id))
      || case when ${sql.raw(IS_REPORTED)} then '{"reported": true}'::jsonb else '{}' end
    from current_pois p where p.id = t.poi and t.outcome in ('changed', 'same')`);
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

/** Asks staff about the places that were created from rows that may be listed places. */
export async function queueCreated(tx: Tx, source: FileSource, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into place_matches (id, source, external_id, row, poi_id, created_id, score, created_at)
    select replace(gen_random_uuid()::text, '-', ''), ${source}, t.identity, t.row, t.alike, t.poi, t.score,
      ${at.toISOString()}::timestamptz
    from staged_rows t where t.outcome = 'new' and t.alike is not null`);
}

/** The places that no source has any more. */
export async function newlyGone(tx: Tx, { source, release }: Applied): Promise<SourceGone> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct poi as id from gone g
    where not exists (select from ${placeSources} where ${placeSources.poiId} = g.poi and ${IS_LISTED}) order by 1`);
  return { source, release, why: "gone", ids: rows.map(({ id }) => id) };
}

/** The listed places that the source calls closed since this release. */
export async function newlyClosed(tx: Tx, { source, release }: Applied): Promise<SourceGone> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct poi as id from staged_rows
    where outcome = 'changed' and (row->>'isClosed')::boolean and not coalesce((was->>'isClosed')::boolean, false) order by 1`);
  return { source, release, why: "closed", ids: rows.map(({ id }) => id) };
}
