import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../../db/query/row-version.ts";
import { DomainError } from "../../../shared/errors.ts";
import { businessDaysAfter, REVIEW_DAYS } from "../../../shared/reviews/business-days.ts";
import { record } from "../../audit/public.ts";
import { lockPlace } from "../../places/public.ts";
import { isCase, noSuchReport } from "./queries.ts";
import type { OwnReport, replyInput } from "./schema.ts";
import { placeReports as t } from "./table.ts";
import { ownReport, type ReportRow } from "./views.ts";

/**
 * The owner's reply to a report about one of its places, which it can change until staff close the case. Throws 404 also
 * for a report about another's place, and 409 once the case is
 * closed or if it has changed since `updatedAt`.
 */
export function reply(
  ctx: ActionContext<PartnerPrincipal>,
  { id, reply: text, updatedAt: readAt }: z.output<typeof replyInput>,
): Promise<OwnReport> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const { row: before, place } = await lockCase(tx, id);
    if (place.ownerId !== principal.id) throw noSuchReport();
    if (before.closedAt !== null) throw caseClosed();
    if (hasChangedSince(readAt, before.updatedAt))
      throw changedByOther("reply", ownReport(before, place.name));
    const now = deps.now();
    const answer = before.repliedAt === null ? { repliedAt: now, dueAt: dueAfterReply(before, now) } : {};
    const updatedAt = nextUpdatedAt(now, before.updatedAt);
    const [row] = await tx
      .update(t)
      .set({ ...answer, reply: text, partnerId: principal.id, updatedAt })
      .where(eq(t.id, id))
      .returning();
    if (!row) throw noSuchReport();
    await record(tx, ctx, { subject: id, after: { replied: true, changed: before.repliedAt !== null } });
    return ownReport(row, place.name);
  });
}

/** Staff can decide now, so their time starts now. */
function dueAfterReply({ dueAt }: ReportRow, now: Date): Date {
  const due = businessDaysAfter(now, REVIEW_DAYS.to);
  return due < dueAt ? due : dueAt;
}

/** Locks a case and its place until the transaction ends. Throws 404. */
export async function lockCase(tx: Tx, id: string) {
  const ofId = and(eq(t.id, id), isCase);
  const [seen] = await tx.select({ poiId: t.poiId }).from(t).where(ofId);
  const place = seen ? await lockPlace(tx, seen.poiId) : null;
  const [row] = await tx.select().from(t).where(ofId).for("update");
  if (!row || !place) throw noSuchReport();
  return { row, place };
}

export const caseClosed = () => new DomainError("conflict", "This report is closed");
