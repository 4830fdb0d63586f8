import { and, asc, eq, getViewSelectedFields, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { readPage } from "../../../db/query/paging.ts";
import { changedByOther, hasChangedSince } from "../../../db/query/row-version.ts";
import type { Orm } from "../../../db/types.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import { dueBy } from "../../../shared/reviews/business-days.ts";
import { UNDO_REFUSED, type UndoInput, undoableUntil } from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { refuseDuringImport } from "../import/import-staging.ts";
import { canonicalPlaceOf } from "../merge/queries.ts";
import { lockPlace } from "../service.ts";
import { currentPois } from "../table.ts";
import { writeRows } from "./apply.ts";
import { decideRows } from "./decide-rows.ts";
import { refreshWithheld } from "./precision/withheld.ts";
import type { decideInput, Match, matchList } from "./schema.ts";
import { createStagedRows, stageRows } from "./staging.ts";
import { intakes, placeMatches as t } from "./table.ts";
import { undoRow } from "./undo.ts";

type Row = typeof t.$inferSelect;

const OLDEST = {
  column: t.createdAt,
  kind: "time",
  descending: false,
  of: (row: Row) => row.createdAt,
} as const;

/** The intake of a match was not undone. */
const isOfApplied: SQL = sql`exists (select from ${intakes} where ${intakes.id} = ${t.intakeId} and ${intakes.state} = 'applied')`;

/** Rows of files that may be listed places, the oldest first. */
export async function listMatches(
  ctx: ActionContext<StaffActor>,
  { status, ...input }: z.output<typeof matchList>,
): Promise<Page<Match>> {
  const { deps } = ctx;
  const where = and(eq(t.status, status), isOfApplied);
  const page = await readPage(deps.db.orm, { table: t, sorting: OLDEST, where, input });
  const items = await Promise.all(page.items.map((row) => shown(ctx, deps.db.orm, row)));
  return { ...page, items };
}

/** Throws 404. */
export const showMatch = (ctx: ActionContext<StaffActor>, id: string): Promise<Match> =>
  matchOf(ctx, ctx.deps.db.orm, id);

async function matchOf(ctx: ActionContext<StaffActor>, db: Orm | Tx, id: string): Promise<Match> {
  const [row] = await db.select().from(t).where(eq(t.id, id));
  if (!row) throw noMatch();
  return shown(ctx, db, row);
}

const noMatch = () => new DomainError("notFound", "There is no such match");

async function shown(
  ctx: ActionContext<StaffActor>,
  db: Orm | Tx,
  { poiId, intakeId, row, ...match }: Row,
): Promise<Match> {
  const id = (await canonicalPlaceOf(db, poiId)) ?? poiId;
  const [place] = await db
    .select(getViewSelectedFields(currentPois))
    .from(currentPois)
    .where(eq(currentPois.id, id));
  const [intake] = await db
    .select({ id: intakes.id, release: intakes.release, state: intakes.state })
    .from(intakes)
    .where(eq(intakes.id, intakeId))
    .orderBy(asc(intakes.id));
  if (!intake) throw noMatch();
  const undoUntil = refusalOfUndo(ctx, match) === null ? endOfUndo(match) : null;
  return { ...match, intake, says: row, place: place ?? null, dueBy: dueBy(match.createdAt), undoUntil };
}

/**
 * Decides that a row is the listed place, which gets what no stronger one said, or another place, which is created. Throws
 * 404; 409 if it is decided, an import runs, its intake was undone, or the place is no longer listed.
 */
export async function decideMatch(
  ctx: ActionContext<StaffActor>,
  { id, decision }: z.output<typeof decideInput>,
): Promise<Match> {
  const { deps, principal } = ctx;
  const work = async (tx: Tx): Promise<Match> => {
    await refuseDuringImport(tx);
    const match = await lockMatch(tx, id);
    if (match.status !== "pending") throw new DomainError("conflict", "This match is already decided");
    const place = decision === "same" ? await lockCanonical(tx, match.poiId) : null;
    const poiId = await write(tx, deps, match, place);
    const decided = { status: decision, reviewedBy: principal.name, reviewedAt: deps.now() };
    await tx
      .update(t)
      .set({ ...decided, ...(place && { poiId: place.id }) })
      .where(eq(t.id, id));
    await record(tx, ctx, {
      subject: id,
      before: { status: "pending" },
      after: { status: decision, poiId, externalId: match.externalId },
    });
    return matchOf(ctx, tx, id);
  };
  return deps.db.transaction(work);
}

const endOfUndo = ({ reviewedAt }: Pick<Row, "reviewedAt">) =>
  reviewedAt && undoableUntil({ at: reviewedAt.toISOString() });

/** Why the caller may not undo the decision on a match; null if it may. docs/security.md AZ-14 */
function refusalOfUndo(
  { deps, principal }: ActionContext<StaffActor>,
  match: Pick<Row, "reviewedBy" | "reviewedAt">,
): DomainError | null {
  const end = endOfUndo(match);
  if (end === null) return new DomainError("conflict", UNDO_REFUSED.undecided);
  const isTheirs =
    principal.kind === "operator" ||
    principal.role !== "partner_manager" ||
    principal.name === match.reviewedBy;
  if (!isTheirs) return new DomainError("forbidden", UNDO_REFUSED.notYours);
  return deps.now() > end ? new DomainError("conflict", UNDO_REFUSED.tooLate) : null;
}

/**
 * Undoes a decision as an undo of its intake would, for this row alone, so that the match waits again. Throws 403 for anyone
 * but the person who decided and admins; 404; 409 after ten minutes, while an import runs, or with what has changed since.
 */
export async function undoMatch(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt: readAt }: UndoInput,
): Promise<Match> {
  const { deps } = ctx;
  const work = async (tx: Tx): Promise<Match> => {
    await refuseDuringImport(tx);
    const { intake, ...match } = await lockMatch(tx, id);
    const refusal = refusalOfUndo(ctx, match);
    if (refusal) throw refusal;
    if (hasChangedSince(readAt, match.reviewedAt ?? match.createdAt)) throw changedByOther("case");
    const { status, externalId, poiId } = match;
    await undoRow(tx, deps, intake, externalId);
    await tx.execute(sql`
      update intake_rows set outcome = 'unsure', poi_id = ${poiId}, before = null
      where intake_id = ${intake.id} and external_id = ${externalId}`);
    const waiting = { status: "pending", reviewedBy: null, reviewedAt: null } as const;
    await tx.update(t).set(waiting).where(eq(t.id, id));
    await record(tx, ctx, { subject: id, before: { status, externalId }, after: { status: "pending" } });
    return matchOf(ctx, tx, id);
  };
  return deps.db.transaction(work);
}

/** With its intake, which is applied. Throws 404 and 409. */
async function lockMatch(tx: Tx, id: string) {
  const [known] = await tx.select({ intakeId: t.intakeId }).from(t).where(eq(t.id, id));
  if (!known) throw noMatch();
  const [intake] = await tx.select().from(intakes).where(eq(intakes.id, known.intakeId)).for("share");
  const [row] = await tx.select().from(t).where(eq(t.id, id)).for("update");
  if (!row || !intake) throw noMatch();
  if (intake.appliedAt === null || intake.state !== "applied")
    throw new DomainError("conflict", "The intake that this comes from was undone");
  return { ...row, intake, at: intake.appliedAt };
}

async function lockCanonical(tx: Tx, poiId: string) {
  const place = await lockPlace(tx, (await canonicalPlaceOf(tx, poiId)) ?? poiId);
  if (!place) throw new DomainError("conflict", "The place is no longer listed");
  return place;
}

/** Does as the intake would have done, had it been sure; an undo of the intake takes it back. Returns the place, if there is one. */
async function write(
  tx: Tx,
  deps: Deps,
  { source, externalId, row, intake, at }: Awaited<ReturnType<typeof lockMatch>>,
  place: { readonly id: string } | null,
): Promise<string | null> {
  await createStagedRows(tx);
  await stageRows(tx, source, [{ n: 1, row }]);
  await tx.execute(
    sql`update staged_rows set poi = ${place?.id ?? null}, is_known = false, was = null, outcome = null`,
  );
  await decideRows(tx, source, at);
  const { id, release, cityId } = intake;
  await writeRows(tx, deps, { id, source, release, cityId, at });
  await refreshWithheld(tx, deps, { ids: sql`(select poi from staged_rows where poi is not null)` });
  const { rows } = await tx.execute<{ poi: string | null }>(sql`
    update intake_rows r set outcome = t.outcome, poi_id = t.poi, before = t.before from staged_rows t
    where r.intake_id = ${id} and r.external_id = ${externalId} and t.outcome in ('new', 'changed', 'same')
    returning t.poi`);
  return rows[0]?.poi ?? null;
}
