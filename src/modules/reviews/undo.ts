import { eq } from "drizzle-orm";
import { labelOf, undoneSentences } from "../../copy/en/decisions.ts";
import { DECISION_UNDONE } from "../../copy/en/partner-emails.ts";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { LastDecision, ReviewKind, UndoInput } from "../../shared/reviews/reviews.ts";
import { record } from "../audit/public.ts";
import { takeBack, type UndoneMail } from "../mail/public.ts";
import {
  closeOfPlace,
  noSuchCase,
  poiClaims,
  poiRequests,
  type Reopened,
  reopenDecidedClaim,
  reopenDecidedRequest,
  undoableDecision,
} from "../ownership/public.ts";
import { reviewedClaim, reviewedRequest } from "./queries.ts";
import type { ReviewedClaim, ReviewedRequest } from "./schema.ts";

/**
 * Undoes the last decision on a claim as `reopenDecidedClaim` does, and takes back the mails about it; a partner whose mail has
 * gone out gets another one. Throws 403 for anyone but the person who decided and admins, 404, and 409 after ten minutes
 * or with what has changed since.
 */
export function undoClaim(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt }: UndoInput,
): Promise<ReviewedClaim> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const [seen] = await tx.select().from(poiClaims).where(eq(poiClaims.id, id));
    if (!seen) throw noSuchCase("claim");
    const shown = reviewedClaim(seen, deps.now());
    const last = undoableDecision(ctx, seen, { shown: shown.updatedAt, readAt: updatedAt });
    const [first, ...rivals] = await reopenDecidedClaim(tx, deps, seen, last);
    if (!first) throw new Error("a restored claim is gone");
    if (last.decision === "approved" && last.poiId !== null)
      await closeOfPlace(tx, ctx, last.poiId, "released");
    await takeBack(tx, deps, [
      noticeOf("claim", first, last.decision),
      ...rivals.map((rival) => noticeOf("claim", rival, "rejected")),
    ]);
    const restored = rivals.map(({ claim }) => claim.id);
    await record(tx, ctx, {
      subject: id,
      before: { decision: last.decision, status: seen.status, reason: seen.reason },
      after: { status: first.claim.status, poiId: first.claim.poiId, restored },
    });
    return reviewedClaim(first.claim, deps.now());
  });
}

/**
 * The same for a request. The place that an approval created is deleted, unless it was used. Throws 403, 404 and 409 as
 * `undoClaim`.
 */
export function undoRequest(
  ctx: ActionContext<StaffActor>,
  { id, updatedAt }: UndoInput,
): Promise<ReviewedRequest> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const [seen] = await tx.select().from(poiRequests).where(eq(poiRequests.id, id));
    if (!seen) throw noSuchCase("request");
    const shown = reviewedRequest(seen, deps.now());
    const last = undoableDecision(ctx, seen, { shown: shown.updatedAt, readAt: updatedAt });
    const { request, requester } = await reopenDecidedRequest(tx, deps, seen, last);
    const { decision, mailId } = last;
    await takeBack(tx, deps, [undoneMail({ kind: "request", id, decision, mailId, to: requester.email })]);
    await record(tx, ctx, {
      subject: id,
      before: { decision, status: seen.status, reason: seen.reason, poiId: seen.poiId },
      after: { status: request.status },
    });
    return reviewedRequest(request, deps.now());
  });
}

const noticeOf = (
  kind: ReviewKind,
  { claim, claimant, mailId }: Reopened,
  decision: LastDecision["decision"],
): UndoneMail => undoneMail({ kind, id: claim.id, decision, mailId, to: claimant.email });

interface Notice extends Pick<LastDecision, "decision" | "mailId"> {
  readonly kind: ReviewKind;
  readonly id: string;
  readonly to: string;
}

const undoneMail = ({ to, mailId, ...notice }: Notice): UndoneMail => ({
  to,
  mailId,
  kind: `${notice.kind}-undone`,
  subject: DECISION_UNDONE.subject(labelOf(notice)),
  lines: undoneSentences(notice),
});
