import { and, eq, getViewSelectedFields, type SQL, sql } from "drizzle-orm";
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
import { canonicalPlaceOf } from "../merge/queries.ts";
import { mergeIn } from "../merge/service.ts";
import { lockPlace } from "../service.ts";
import { currentPois } from "../table.ts";
import { writeRows } from "./apply.ts";
import { decideRows } from "./decide-rows.ts";
import { refreshWithheld } from "./precision/withheld.ts";
import type { decideInput, Match, matchList } from "./schema.ts";
import { createStagedRows, refuseDuringImport, stageRows } from "./staging.ts";
import { intakes, placeMatches as t } from "./table.ts";
import { undoRow } from "./undo.ts";

type Row = typeof t.$inferSelect;

const OLDEST = {
  column: t.createdAt,
  kind: "time",
  descending: false,
  of: (row: Row) => row.createdAt,
} as const;

/** The intake of a match was not undone, and the place that an import created of its row is still there. */
const isOpenMatch: SQL = sql`case when ${t.intakeId} is not null
  then exists (select from ${intakes} where ${intakes.id} = ${t.intakeId} and ${intakes.state} = 'applied')
  else ${t.status} <> 'pending' or exists (select from ${currentPois} where ${currentPois.id} = ${t.createdId}) end`;

/** Rows of files that may be listed places, the oldest first. */
export async function listMatches(
  ctx: ActionContext<StaffActor>,
  { status, ...input }: z.output<typeof matchList>,
): Promise<Page<Match>> {
  const { deps } = ctx;
  const where = and(eq(t.status, status), isOpenMatch);
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
  { poiId, intakeId, createdId, row, ...match }: Row,
): Promise<Match> {
  const id = (await canonicalPlaceOf(db, poiId)) ?? poiId;
  const [place] = await db
    .select(getViewSelectedFields(currentPois))
    .from(currentPois)
    .where(eq(currentPois.id, id));
  const [intake = null] =
    intakeId === null
      ? []
      : await db
          .select({ id: intakes.id, release: intakes.release, state: intakes.state })
          .from(intakes)
          .where(eq(intakes.id, intakeId));
  const undoUntil = refusalOfUndo(ctx, { ...match, createdId }) === null ? endOfUndo(match) : null;
  return { ...match, intake, says: row, place: place ?? null, dueBy: dueBy(match.createdAt), undoUntil };
}

/**
 * Decides that a row is the listed place, which gets what no stronger one said, or another place, which is created; a place
 * that an import created of it is merged into the listed one, or stays. Throws 404; 409 if it is decided, an import runs, its
 * intake was undone, or a place is no longer listed.
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
    const kept = decision === "same" ? await keptOf(tx, match.poiId) : null;
    const poiId =
      match.createdId === null
        ? await write(tx, deps, match, kept)
        : await settleCreated(tx, ctx, match.createdId, kept);
    const decided = { status: decision, reviewedBy: principal.name, reviewedAt: deps.now() };
    await tx
      .update(t)
      .set({ ...decided, ...(kept !== null && { poiId: kept }) })
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
  match: Pick<Row, "status" | "createdId" | "reviewedBy" | "reviewedAt">,
): DomainError | null {
  const end = endOfUndo(match);
  if (end === null) return new DomainError("conflict", UNDO_REFUSED.undecided);
  if (match.createdId !== null && match.status === "same")
    return new DomainError("conflict", "To undo this, undo the merge of the two places");
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
    if (intake) {
      await undoRow(tx, deps, intake, externalId);
      await tx.execute(sql`
        update intake_rows set outcome = 'unsure', poi_id = ${poiId}, before = null
        where intake_id = ${intake.id} and external_id = ${externalId}`);
    }
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
  const intake = known.intakeId === null ? null : await lockApplied(tx, known.intakeId);
  const [row] = await tx.select().from(t).where(eq(t.id, id)).for("update");
  if (!row) throw noMatch();
  if (intake && (intake.appliedAt === null || intake.state !== "applied"))
    throw new DomainError("conflict", "The intake that this comes from was undone");
  return { ...row, intake };
}

async function lockApplied(tx: Tx, intakeId: string) {
  const [intake] = await tx.select().from(intakes).where(eq(intakes.id, intakeId)).for("share");
  if (!intake) throw noMatch();
  return intake;
}

/** Merges the place that an import created into the one that it is. Returns the place of the row. */
async function settleCreated(
  tx: Tx,
  ctx: ActionContext<StaffActor>,
  createdId: string,
  kept: string | null,
): Promise<string> {
  await requireListed(tx, createdId);
  if (kept === null) return createdId;
  await mergeIn(tx, ctx, kept, createdId);
  return kept;
}

/** The listed place, or the one that it was merged into. Throws 409. */
async function keptOf(tx: Tx, poiId: string): Promise<string> {
  const id = (await canonicalPlaceOf(tx, poiId)) ?? poiId;
  await requireListed(tx, id);
  return id;
}

async function requireListed(tx: Tx, id: string): Promise<void> {
  if ((await tx.$count(currentPois, eq(currentPois.id, id))) === 0)
    throw new DomainError("conflict", "The place is no longer listed");
}

/** Does as the intake would have done, had it been sure; an undo of the intake takes it back. Returns the place, if there is one. */
async function write(
  tx: Tx,
  deps: Deps,
  { source, externalId, row, intake }: Awaited<ReturnType<typeof lockMatch>>,
  kept: string | null,
): Promise<string | null> {
  if (!intake?.appliedAt) throw noMatch(); // of an import, which creates a place
  const { id, release, cityId, appliedAt: at } = intake;
  if (kept !== null && !(await lockPlace(tx, kept))) throw noMatch();
  await createStagedRows(tx);
  await stageRows(tx, source, [{ n: 1, row, externalId }]);
  await tx.execute(sql`update staged_rows set poi = ${kept}, is_known = false, was = null, outcome = null`);
  await decideRows(tx, source, at);
  await writeRows(tx, deps, { id, source, release, cityId, at });
  await refreshWithheld(tx, deps, { ids: sql`(select poi from staged_rows where poi is not null)` });
  const { rows } = await tx.execute<{ poi: string | null }>(sql`
    update intake_rows r set outcome = t.outcome, poi_id = t.poi, before = t.before from staged_rows t
    where r.intake_id = ${id} and r.external_id = ${externalId} and t.outcome in ('new', 'changed', 'same')
    returning t.poi`);
  return rows[0]?.poi ?? null;
}
