import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import type { Orm } from "../../../db/types.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Page } from "../../../shared/listing.ts";
import { closingReasonOf } from "../../../shared/places/places.ts";
import { dueBy } from "../../../shared/reviews/business-days.ts";
import { evidenceFiles } from "../../evidence/public.ts";
import { currentPartners } from "../../partners/public.ts";
import { withCurrentPlaces } from "../../places/public.ts";
import { undoUntil } from "../decisions.ts";
import type { caseList, ownList } from "../proposals/schema.ts";
import { isLate, reviewOrder } from "../review-order.ts";
import { placeTransfers as t } from "../table.ts";
import type { OwnTransfer, ReviewedTransfer } from "./schema.ts";

export type TransferRow = typeof t.$inferSelect;

const NEWEST = newestFirst(t.submittedAt, (row: TransferRow) => row.submittedAt);

/** The transfers that the caller asks for or was asked for, newest first. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  input: z.output<typeof ownList>,
): Promise<Page<OwnTransfer>> {
  const where = or(eq(t.partnerId, principal.id), eq(t.ownerId, principal.id));
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, input });
  const now = deps.now();
  const items = await withCurrentPlaces(deps.db.orm, page.items);
  return { ...page, items: items.map((row) => ownTransfer(row, principal.id, now)) };
}

/** A transfer as one of its two partners sees it: notes are for the one who asked, and neither sees the documents. */
export function ownTransfer(row: TransferRow, partnerId: string, now: Date): OwnTransfer {
  const isOwn = row.partnerId === partnerId;
  return {
    ...row,
    ...clockOf(row, now),
    reason: closingReasonOf(row.reason),
    notes: isOwn ? row.notes : "",
    direction: isOwn ? "outgoing" : "incoming",
  };
}

/** Whether staff may decide: the owner refused, or did not answer in time. */
export const isForStaff = ({ refusedAt, answerBy }: TransferRow, now: Date): boolean =>
  refusedAt !== null || answerBy < now;

function clockOf(row: TransferRow, now: Date) {
  const pending = row.status === "pending";
  const forStaff = isForStaff(row, now);
  return {
    waitsFor: pending ? (forStaff ? ("staff" as const) : ("owner" as const)) : null,
    dueBy: forStaff ? dueBy(row.refusedAt ?? row.answerBy) : null,
  };
}

/** All transfers, in review order; those that wait for the owner too. */
export async function listForStaff(
  ctx: ActionContext<StaffActor>,
  { status, late, ...input }: z.output<typeof caseList>,
): Promise<Page<ReviewedTransfer>> {
  const { deps } = ctx;
  const forStaffSince = sql`coalesce(${t.refusedAt}, ${t.answerBy})`;
  const where = and(status && eq(t.status, status), isLate(t.status, forStaffSince, deps.now(), late));
  const sorting = reviewOrder<TransferRow>(t, t.submittedAt, (row) => row.submittedAt, status);
  const page = await readPage(deps.db.orm, { table: t, sorting, where, input });
  return { ...page, items: await reviewedTransfers(ctx, deps.db.orm, page.items) };
}

/** One transfer for staff. Throws 404. */
export async function getForStaff(ctx: ActionContext<StaffActor>, id: string): Promise<ReviewedTransfer> {
  const { orm } = ctx.deps.db;
  const [row] = await orm.select().from(t).where(eq(t.id, id));
  if (!row) throw noSuchTransfer();
  return reviewedTransfer(ctx, orm, row);
}

export const noSuchTransfer = () => new DomainError("notFound", "There is no such transfer");

/** A transfer as staff see it. */
export async function reviewedTransfer(
  ctx: ActionContext<StaffActor>,
  tx: Orm | Tx,
  row: TransferRow,
): Promise<ReviewedTransfer> {
  const [shown] = await reviewedTransfers(ctx, tx, [row]);
  if (!shown) throw new Error("a transfer is shown as none");
  return shown;
}

async function reviewedTransfers(
  ctx: ActionContext<StaffActor>,
  orm: Orm | Tx,
  rows: readonly TransferRow[],
): Promise<ReviewedTransfer[]> {
  const now = ctx.deps.now();
  const owners = rows.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId]));
  const { id, businessName } = currentPartners;
  const names = await orm.select({ id, businessName }).from(currentPartners).where(inArray(id, owners));
  const files = await filesOf(
    orm,
    rows.map((row) => row.id),
  );
  return (await withCurrentPlaces(orm, rows)).map((row) => {
    const clock = clockOf(row, now);
    const evidence = files.filter(({ transferId }) => transferId === row.id);
    const ids = new Set(evidence.map((file) => file.id));
    return {
      ...row,
      ...clock,
      reason: closingReasonOf(row.reason),
      ownerName: names.find((owner) => owner.id === row.ownerId)?.businessName ?? null,
      documents: [...row.documents],
      statements: row.documents.filter((entry) => !ids.has(entry)),
      evidence,
      late: row.status === "pending" && clock.dueBy !== null && clock.dueBy < now,
      updatedAt: versionOf(row),
      undoUntil: undoUntil(ctx, row),
    };
  });
}

/** The version of a transfer that staff see. */
export const versionOf = ({ reviewedAt, refusedAt, submittedAt }: TransferRow): Date =>
  reviewedAt ?? refusedAt ?? submittedAt;

const filesOf = (orm: Orm | Tx, ids: string[]) =>
  orm
    .select()
    .from(evidenceFiles)
    .where(inArray(evidenceFiles.transferId, ids))
    .orderBy(evidenceFiles.uploadedAt);
