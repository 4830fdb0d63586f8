import { and, desc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { changedSince } from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { announceChange, type SourceGone, type TieredPlace } from "../offers.ts";
import { deleteWords, newWordCounts, updateVocabulary } from "../search/word-index.ts";
import { PLACE_UNDO } from "../table.ts";
import { COLUMN_OF, FIELD_GROUPS } from "./decide-rows.ts";
import { refreshWithheld } from "./precision/withheld.ts";
import { type IntakeRecord, IS_LISTED, intakeOf } from "./queries.ts";
import { dropSamples } from "./samples.ts";
import type { UndoneIntake } from "./schema.ts";
import { lockIntake, namedIntake, overlaps } from "./service.ts";
import { executeRaw, lockImports } from "./staging.ts";
import { placeSources, intakes as t } from "./table.ts";
import { announceTouched, reinsertWords } from "./write-places.ts";

/**
 * Undoes an applied intake as a whole, within 30 days: deletes the places that it created and returns the fields that it
 * changed, unless they were changed or used since. Throws 404; 409 if it is not applied, too old, or a later intake of its
 * source was applied.
 */
export function undoIntake(ctx: ActionContext<StaffActor>, id: string): Promise<UndoneIntake> {
  const { deps } = ctx;
  const work = async (tx: Tx): Promise<UndoneIntake> => {
    await lockImports(tx);
    const intake = await lockIntake(tx, id);
    const at = await refuseUndo(tx, deps, intake);
    const kept = await undoRows(tx, deps, intake, at);
    await restoreMatches(tx, intake);
    await dropSamples(tx, deps, id);
    await refreshWithheld(tx, deps, { ids: placesOf(intake) });
    await tx.update(t).set({ state: "undone", undoneAt: deps.now() }).where(eq(t.id, id));
    await record(tx, ctx, { subject: id, before: { state: "applied" }, after: { state: "undone", kept } });
    return { ...(await intakeOf(tx, deps, id)), kept };
  };
  return deps.db.transaction(work, { timeoutMs: 0 });
}

/**
 * Undoes what one row of an applied intake did. Throws 409 if a later intake of its source was applied, or its place was
 * changed or used since.
 */
export async function undoRow(tx: Tx, deps: Deps, intake: IntakeRecord, externalId: string): Promise<void> {
  const { appliedAt } = intake;
  if (appliedAt === null) throw new Error("a row of an intake that was not applied");
  if (await laterIntake(tx, intake, appliedAt)) throw changedSince("another file of its source was applied");
  const undone = { ...intake, externalId };
  const kept = await undoRows(tx, deps, undone, appliedAt);
  if (kept > 0) throw changedSince("the place was changed or used");
  await refreshWithheld(tx, deps, { ids: placesOf(undone) });
}

/** An intake, or the one row of it with this id. */
type Undone = Pick<IntakeRecord, "id" | "source" | "release"> & { readonly externalId?: string };

/** Undoes what the rows did. Returns the number of places that stay as they are, at least in part. */
async function undoRows(tx: Tx, deps: Deps, undone: Undone, at: Date): Promise<number> {
  const kept = (await deleteCreated(tx, deps, undone)) + (await restoreChanged(tx, deps, undone, at));
  await restoreHours(tx, deps, undone, at);
  await withdrawClosedReports(tx, deps, undone, at);
  await restoreSources(tx, undone, at);
  if (undone.externalId === undefined) await restoreUnchangedSources(tx, undone, at);
  await withdrawReports(tx, deps, undone, at);
  return kept;
}

/** SQL: the rows of `intake_rows`. */
const rowsOf = ({ id, externalId }: Undone): SQL =>
  sql`(select * from intake_rows where intake_id = ${id}${externalId === undefined ? sql`` : sql` and external_id = ${externalId}`}) r`;

const placesOf = (undone: Undone): SQL => sql`(select poi_id from ${rowsOf(undone)})`;

/** Returns when it was applied. */
async function refuseUndo(tx: Tx, deps: Deps, intake: IntakeRecord): Promise<Date> {
  const { state, appliedAt } = intake;
  if (state === "undone") throw new DomainError("conflict", "This intake was undone already");
  if (state !== "applied" || appliedAt === null)
    throw new DomainError("conflict", "This intake is only a plan: there is nothing to undo");
  if (deps.now().getTime() > appliedAt.getTime() + PLACE_UNDO)
    throw new DomainError("conflict", "An intake can be undone for 30 days");
  const later = await laterIntake(tx, intake, appliedAt);
  if (later)
    throw new DomainError("conflict", `${namedIntake(later)} was applied later. Undo that one first.`);
  return appliedAt;
}

async function laterIntake(
  tx: Tx,
  { source, cityId }: IntakeRecord,
  appliedAt: Date,
): Promise<IntakeRecord | undefined> {
  const [later] = await tx
    .select()
    .from(t)
    .where(and(eq(t.source, source), eq(t.state, "applied"), gt(t.appliedAt, appliedAt), overlaps(cityId)))
    .orderBy(desc(t.appliedAt))
    .limit(1);
  return later;
}

/** Deletes the created places that no one has changed or used since. Returns how many stay. */
async function deleteCreated(tx: Tx, deps: Deps, undone: Undone): Promise<number> {
  const { id, source } = undone;
  const used = offersOf(deps, "placeInUse").map((isUsed) => isUsed(sql`p.id`));
  // a report that was sent before the lock is seen by the statement after it, and one that comes later waits
  await tx.execute(sql`
    select 1 from pois p where p.id in (select poi_id from ${rowsOf(undone)} where outcome = 'new')
    order by p.id for update`);
  await tx.execute(sql`
    create temp table undone on commit drop as
    select p.id, p.seq, p.version = 1 and p.owner_id is null and p.deleted_at is null and p.merged_into is null
      and not exists (select from place_sources o where o.poi_id = p.id and o.source <> ${source})
      and not exists (select from place_matches m where m.poi_id = p.id and m.intake_id is distinct from ${id} and m.status = 'pending')
      and not exists (select from place_facts f where f.poi_id = p.id and f.source <> 'import')
      and not exists (select from prayer_statements s where s.poi_id = p.id)
      and not exists (select from pois d where d.merged_into = p.id)
      and not (${or(...used) ?? sql`false`}) as unused
    from ${rowsOf(undone)} join pois p on p.id = r.poi_id where r.outcome = 'new'`);
  const { rows } = await tx.execute<{ id: string; seq: number; unused: boolean }>(
    sql`select * from undone order by seq`,
  );
  const counts = newWordCounts();
  await deleteWords(
    tx,
    rows.filter(({ unused }) => unused).map(({ seq }) => seq),
    counts,
  );
  await updateVocabulary(tx, counts);
  await tx.execute(sql`delete from pois p using undone u where p.id = u.id and u.unused`);
  return rows.filter(({ unused }) => !unused).length;
}

type Field = keyof typeof COLUMN_OF;

/** SQL: whether all of these fields of place `p` are as the intake wrote them. */
const isWrittenByIt = (fields: readonly Field[], source: string, at: Date): string =>
  fields
    .map((field) => {
      const word = `p.said->'${field}'`;
      return `${word}->>'by' = 'file' and ${word}->>'source' = '${source}' and ${word}->>'at' = '${at.toISOString()}'`;
    })
    .join(" and ");

/** Gives the changed fields their former values where they still have what the intake wrote. Returns how many places keep some. */
async function restoreChanged(tx: Tx, deps: Deps, undone: Undone, at: Date): Promise<number> {
  const isBack = (fields: readonly Field[]) =>
    `(r.before->'fields' ? '${fields[0]}' and ${isWrittenByIt(fields, undone.source, at)})`;
  await tx.execute(sql`
    create temp table touched on commit drop as
    select p.seq, p.name, p.city, p.category, p.state, p.latitude, p.longitude, r.before,
      coalesce(r.before ? 'mapsId' and p.place_id = r.row->>'placeId', false) as has_its_maps_id,
      array[${sql.raw(FIELD_GROUPS.map((fields) => isBack(fields)).join(", "))}] as back,
      ${sql.raw(FIELD_GROUPS.map((fields) => `(r.before->'fields' ? '${fields[0]}')::int`).join(" + "))} as written
    from ${rowsOf(undone)} join current_pois p on p.id = r.poi_id
    where r.outcome in ('changed', 'same') and (r.before->'fields' <> '{}' or r.before ? 'mapsId')`);
  const sets = FIELD_GROUPS.flatMap((fields, n) =>
    fields.map((field) => {
      const isNumber = field === "latitude" || field === "longitude";
      const was = `(d.before->'fields'->>'${field}')${isNumber ? "::float8" : ""}`;
      return `${COLUMN_OF[field]} = case when d.back[${n + 1}] then ${was} else p.${COLUMN_OF[field]} end`;
    }),
  );
  const words = FIELD_GROUPS.flatMap((fields, n) =>
    fields.map(
      (field) =>
        `case when d.back[${n + 1}] then jsonb_build_object('${field}', d.before->'said'->'${field}') else '{}' end`,
    ),
  );
  await executeRaw(
    tx,
    `update pois p set ${sets.join(", ")},
        identity = case when d.back[1] then d.before->>'identity' else p.identity end,
        place_id = case when d.has_its_maps_id then null else p.place_id end,
        said = jsonb_strip_nulls(p.said || ${words.join(" || ")}),
        updated_at = greatest('${deps.now().toISOString()}'::timestamptz, p.updated_at + interval '1 ms')
      from touched d where d.seq = p.seq`,
  );
  await reinsertWords(tx);
  await announceTouched(tx, deps);
  const { rows } = await tx.execute<{ kept: number }>(sql`
    select count(*)::int as kept from touched
    where written > (select count(*) from unnest(back) each where each)`);
  return rows[0]?.kept ?? 0;
}

/** States the opening hours again that the import stated before, unless a later import stated others. */
async function restoreHours(tx: Tx, deps: Deps, undone: Undone, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into place_facts (poi_id, key, value, source, at)
    select p.id, 'hours', nullif(r.before->'hours'->'was', 'null'), 'import', ${deps.now().toISOString()}::timestamptz
    from ${rowsOf(undone)} join current_pois p on p.id = r.poi_id
    where r.outcome in ('changed', 'same') and r.before ? 'hours'
      and ${at.toISOString()}::timestamptz = (select f.at from place_facts f
        where f.poi_id = p.id and f.key = 'hours' and f.source = 'import' order by f.seq desc limit 1)`);
}

/** Takes back that the file calls listed places halal which no other list calls so. Called after `restoreSources`. */
async function withdrawReports(tx: Tx, deps: Deps, undone: Undone, at: Date): Promise<void> {
  const { rows } = await tx.execute<TieredPlace & Record<string, unknown>>(sql`
    select p.id, p.category, p.latitude, p.longitude, p.state from ${rowsOf(undone)} join current_pois p on p.id = r.poi_id
    where r.before ? 'reported'
      and not exists (select from ${placeSources} where ${placeSources.poiId} = p.id and ${IS_LISTED}
        and (${placeSources.row}->>'isHalal')::boolean) order by p.id`);
  const ids = rows.map((place) => place.id);
  for (const offer of offersOf(deps, "onReportWithdrawn")) await offer(tx, deps.now(), ids, at);
  for (const place of rows) await announceChange(tx, deps, place);
}

/** Staff need not look any more at what was gone or closed. */
async function withdrawClosedReports(tx: Tx, deps: Deps, undone: Undone, at: Date): Promise<void> {
  const { source, release } = undone;
  const { rows } = await tx.execute<{ why: SourceGone["why"]; ids: string[] }>(sql`
    select case outcome when 'gone' then 'gone' else 'closed' end as why, array_agg(poi_id) as ids from ${rowsOf(undone)}
    where poi_id is not null
      and (outcome = 'gone' or (outcome = 'changed' and (row->>'isClosed')::boolean)) group by 1`);
  for (const gone of rows)
    for (const offer of offersOf(deps, "onSourceBack")) await offer(tx, { source, release, ...gone }, at);
}

/** Returns to what the source said of each place before. A place that was created and stays keeps its word. */
async function restoreSources(tx: Tx, undone: Undone, at: Date): Promise<void> {
  const { source } = undone;
  const applied = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    delete from place_sources ps using ${rowsOf(undone)}
    where r.outcome in ('changed', 'same') and ps.source = ${source}
      and ps.external_id = r.external_id and ps.said_at = ${applied} and r.before->'source' = 'null'`);
  await tx.execute(sql`
    update place_sources ps set poi_id = b->>'poi_id', release = b->>'release', row = b->'row',
      said_at = (b->>'said_at')::timestamptz, said_since = coalesce(b->'said_since', '{}'), gone_at = (b->>'gone_at')::timestamptz
    from ${rowsOf(undone)}, lateral (select r.before->'source' as b) s
    where r.outcome in ('changed', 'same') and ps.source = ${source}
      and ps.external_id = r.external_id and ps.said_at = ${applied} and b <> 'null'
      and exists (select from pois p where p.id = b->>'poi_id')`);
}

/** Returns to when the intake before it was applied, of places of which it says what was known, or nothing. */
async function restoreUnchangedSources(tx: Tx, { id, source }: Undone, at: Date): Promise<void> {
  const applied = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    update place_sources set gone_at = null where source = ${source} and gone_at = ${applied}`);
  // what it only confirmed was said last by the intake before it
  await tx.execute(sql`
    update place_sources ps set release = e.release, said_at = e.applied_at
    from (select s.id, i.release, i.applied_at from place_sources s join pois p on p.id = s.poi_id, lateral (
        select release, applied_at from intakes where source = s.source and state = 'applied' and applied_at < s.said_at
          and (city_id is null or city_id = p.city_id) order by applied_at desc limit 1) i
      where s.source = ${source} and s.said_at = ${applied} and not exists (
        select from intake_rows r where r.intake_id = ${id} and r.external_id = s.external_id)) e
    where e.id = ps.id`);
}

/** Asks again what the intake before it asked about the same rows. What it alone asked waits no longer. */
async function restoreMatches(tx: Tx, { id, source }: IntakeRecord): Promise<void> {
  await tx.execute(sql`
    update place_matches m set intake_id = e.intake_id, row = e.row, poi_id = e.poi_id
    from (select distinct on (r.external_id) r.external_id, r.intake_id, r.row, r.poi_id
      from intake_rows r join intakes i on i.id = r.intake_id
      where i.source = ${source} and i.state = 'applied' and i.id <> ${id} and r.outcome = 'unsure' and r.poi_id is not null
        and r.external_id in (select external_id from place_matches where intake_id = ${id} and status = 'pending')
      order by r.external_id, i.applied_at desc) e
    where m.intake_id = ${id} and m.status = 'pending' and m.external_id = e.external_id`);
}
