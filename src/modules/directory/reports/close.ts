import { and, eq, or } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { changedByOther, hasChangedSince, nextUpdatedAt } from "../../../db/query/row-version.ts";
import { DomainError } from "../../../shared/errors.ts";
import { businessDaysAfter, REVIEW_DAYS } from "../../../shared/reviews/business-days.ts";
import { isShortened, REMOVED } from "../../../shared/reviews/reports.ts";
import { record } from "../../audit/public.ts";
import { lockPlace } from "../../places/public.ts";
import { longDay, postClosed } from "./mails.ts";
import { caseOf, isCase, noSuchReport, showCase } from "./queries.ts";
import type { CloseInput, OwnReport, ReportCase, replyInput } from "./schema.ts";
import { placeReports as t } from "./table.ts";
import { ownReport, type ReportRow, waitsForOwner } from "./views.ts";

/**
 * Closes a case: publishes what staff found, the report and the owner's reply, and mails the owner and the reporters. It
 * changes nothing else about the place. Throws 404; 409 if it is closed, was changed since `updatedAt`, or the owner can
 * still reply; 400 for a published text that is not the original with passages removed.
 */
export async function close(ctx: ActionContext<StaffActor>, input: CloseInput): Promise<ReportCase> {
  const { deps, principal } = ctx;
  const { id } = input;
  await deps.db.transaction(async (tx) => {
    const { row, place } = await lockCase(tx, id);
    if (row.closedAt !== null) throw caseClosed();
    if (hasChangedSince(input.updatedAt, row.updatedAt)) throw await editConflict(tx, ctx, id);
    const now = deps.now();
    if (waitsForOwner(row, place.ownerId, now)) throw ownerCanReply(row);
    const shown = publishedOf(row, input);
    const closing = { closedAt: now, closedBy: principal.name, conclusion: input.text };
    const updatedAt = nextUpdatedAt(now, row.updatedAt);
    await tx
      .update(t)
      .set({ ...closing, ...shown, updatedAt })
      .where(eq(t.id, id));
    const reports = await tx
      .select()
      .from(t)
      .where(or(eq(t.id, id), eq(t.mergedInto, id)));
    await postClosed(tx, deps, place, reports);
    await record(tx, ctx, {
      subject: id,
      after: { poiId: place.id, closed: true, ...auditFields(row, shown) },
    });
  });
  return showCase(ctx, id);
}

interface Published {
  readonly shownText: string | null;
  readonly shownReply: string | null;
}

function publishedOf(row: ReportRow, { publishText, reportText, replyText }: CloseInput): Published {
  const hidesText = !publishText || reportText === "";
  return {
    shownText: hidesText ? null : shortenedOr(row.text, reportText, "reportText"),
    shownReply: shortenedOr(row.reply, replyText, "replyText"),
  };
}

/** Null if there is nothing to publish. */
function shortenedOr(original: string, sent: string | undefined, field: string): string | null {
  if (original === "") return null;
  if (sent === undefined) return original;
  if (isShortened(sent, original)) return sent;
  const sentence = `You can only remove passages from ${field === "replyText" ? "the owner's reply" : "the report"}, each with the mark ${REMOVED} in its place`;
  throw new DomainError("invalid", sentence, { fields: { [field]: sentence } });
}

/** Not the texts: they can hold personal data. */
const auditFields = (row: ReportRow, { shownText, shownReply }: Published) => ({
  report: stateOf(row.text, shownText),
  reply: stateOf(row.reply, shownReply),
});

function stateOf(original: string, shown: string | null): "whole" | "shortened" | "not published" {
  if (shown === null) return "not published";
  return shown === original ? "whole" : "shortened";
}

/** Carries the current version, so that staff can compare. */
const editConflict = async (tx: Tx, { deps }: ActionContext, id: string) =>
  new DomainError("conflict", "The owner has changed the reply. Please look at it again.", {
    facts: { current: await caseOf(tx, deps, id) },
  });

const ownerCanReply = ({ replyBy }: ReportRow) =>
  new DomainError(
    "conflict",
    `The owner can reply until ${replyBy === null ? "later" : longDay(replyBy)}. Close the report after the reply or after that day.`,
    { facts: { replyBy } },
  );

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
async function lockCase(tx: Tx, id: string) {
  const ofId = and(eq(t.id, id), isCase);
  const [seen] = await tx.select({ poiId: t.poiId }).from(t).where(ofId);
  const place = seen ? await lockPlace(tx, seen.poiId) : null;
  const [row] = await tx.select().from(t).where(ofId).for("update");
  if (!row || !place) throw noSuchReport();
  return { row, place };
}

const caseClosed = () => new DomainError("conflict", "This report is closed");
