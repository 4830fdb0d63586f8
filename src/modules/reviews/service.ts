import { eq } from "drizzle-orm";
import type { z } from "zod";
import { DECIDED, labelOf, MORE_NEEDED, mailSentences, moreSentences } from "../../copy/en/decisions.ts";
import { FRAME } from "../../copy/en/emails.ts";
import type { FileResponse } from "../../core/files/file-response.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { changedByOther, hasChangedSince } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { mustBeOneOf } from "../../shared/fields.ts";
import {
  isNoteMissing,
  type LastDecision,
  NOTE_MISSING,
  type Outcome,
  type ReviewKind,
  reasonsFor,
} from "../../shared/reviews/reviews.ts";
import { record } from "../audit/public.ts";
import { downloadAttached } from "../evidence/public.ts";
import { mailText, pageUrl, postWithId } from "../mail/public.ts";
import {
  applyClaimDecision,
  applyRequestDecision,
  askForMore as askClaimant,
  type ClaimRow,
  keepClaimDecision,
  keepRequestDecision,
  savedDecision,
} from "../ownership/public.ts";
import { addressesOf } from "../partners/public.ts";
import { currentPois } from "../places/public.ts";
import { reviewedClaim, reviewedRequest } from "./queries.ts";
import type {
  DecideClaimInput,
  DecideInput,
  DecideRequestInput,
  evidenceInput,
  ReviewedClaim,
  ReviewedRequest,
} from "./schema.ts";

/**
 * Decides a claim or asks its partner for more, and mails all claimants concerned. Throws 400 for an invalid reason, and
 * 409 if the claim has changed since `updatedAt`.
 */
export function decideClaim(ctx: ActionContext<StaffActor>, input: DecideClaimInput): Promise<ReviewedClaim> {
  const { decision } = input;
  return decision === "more" ? askForMore(ctx, input) : closeClaim(ctx, { ...input, decision });
}

function askForMore(
  ctx: ActionContext<StaffActor>,
  { id, reason, notes, updatedAt }: Omit<DecideClaimInput, "decision">,
): Promise<ReviewedClaim> {
  if (reason) throw invalid("reason", "A question takes notes and no reason");
  if (notes === "") throw invalid("notes", "Write what is missing");
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const { seen, claim, claimant } = await askClaimant(tx, ctx, { id, notes });
    refuseChanged(seen, updatedAt, deps.now());
    const mailId = await postMoreRequested(tx, deps, claimant?.email, { id, notes });
    await keepClaimDecision(tx, id, await lastDecision(tx, ctx, { decision: "more", seen, mailId }));
    await record(tx, ctx, { subject: id, after: { decision: "more", poiId: claim.poiId } });
    return reviewedClaim(claim, deps.now());
  });
}

/** Decides a claim as `applyClaimDecision` does. */
function closeClaim(
  ctx: ActionContext<StaffActor>,
  input: DecideInput & Pick<DecideClaimInput, "updatedAt">,
): Promise<ReviewedClaim> {
  validateReason("claim", input);
  const { deps } = ctx;
  const outcome = outcomeOf("claim", input);
  return deps.db.transaction(async (tx) => {
    const { seen, claim, claimant, rejected } = await applyClaimDecision(tx, ctx, outcome);
    refuseChanged(seen, input.updatedAt, deps.now());
    const rivals = await postClaimLost(tx, deps, rejected);
    const mailId = await postDecision(tx, deps, claimant?.email, outcome);
    const { decision } = outcome;
    await keepClaimDecision(tx, claim.id, await lastDecision(tx, ctx, { decision, seen, mailId, rivals }));
    const { status, reason, poiId } = claim;
    const after = { status, reason, poiId, rejected: rejected.map(({ id }) => id) };
    await record(tx, ctx, { subject: claim.id, before: { status: "pending" }, after });
    return reviewedClaim(claim, deps.now());
  });
}

/** Throws 409 with the current version if a claim has changed since the reviewer read it, such as by another's question. */
function refuseChanged(seen: ClaimRow, readAt: Date | undefined, now: Date): void {
  const current = reviewedClaim(seen, now);
  if (hasChangedSince(readAt, current.updatedAt)) throw changedByOther("case", current);
}

/** Decides a place request as `applyRequestDecision` does, and mails the requester. Throws 400 for an invalid reason. */
export function decideRequest(
  ctx: ActionContext<StaffActor>,
  { placeId, latitude, longitude, ...input }: DecideRequestInput,
): Promise<ReviewedRequest> {
  validateReason("request", input);
  const { deps } = ctx;
  const outcome = outcomeOf("request", input);
  return deps.db.transaction(async (tx) => {
    const position = { placeId, latitude, longitude };
    const { request, requester } = await applyRequestDecision(tx, ctx, outcome, position);
    const mailId = await postDecision(tx, deps, requester?.email, outcome);
    const seen = { poiId: request.poiId, notes: "", moreRequestedAt: null };
    const { decision } = outcome;
    await keepRequestDecision(tx, request.id, await lastDecision(tx, ctx, { decision, seen, mailId }));
    const { status, reason, poiId } = request;
    const after = { status, reason, poiId };
    await record(tx, ctx, { subject: request.id, before: { status: "pending" }, after });
    return reviewedRequest(request, deps.now());
  });
}

/** Downloads a file that was sent with a claim, a renewal or a transfer, and records that. Throws 404. */
export async function downloadEvidence(
  ctx: ActionContext<StaffActor>,
  { id, inline }: z.output<typeof evidenceInput>,
): Promise<FileResponse> {
  const { of, file } = await downloadAttached(ctx.deps, id, inline);
  await ctx.deps.db.transaction((tx) => record(tx, ctx, { subject: id, after: of }));
  return file;
}

const outcomeOf = (kind: ReviewKind, { id, decision, reason = null, notes }: DecideInput): Outcome => ({
  kind,
  id,
  decision,
  reason,
  notes,
});

/** Throws 400 for a reason that does not fit the decision, and for a rejection without an explanation. */
function validateReason(kind: ReviewKind, { decision, reason, notes }: DecideInput): void {
  const choices = reasonsFor(kind, decision);
  if (reason && !choices.includes(reason)) {
    throw invalid("reason", mustBeOneOf("reason", choices));
  }
  if (decision === "rejected" && !reason && notes === "") {
    throw invalid("reason", "A rejection needs a reason or notes");
  }
  if (isNoteMissing(reason, notes)) throw invalid("notes", NOTE_MISSING);
}

const invalid = (field: "reason" | "notes", sentence: string) =>
  new DomainError("invalid", sentence, { fields: { [field]: sentence } });

interface Made extends Pick<LastDecision, "decision" | "mailId"> {
  /** The case before the decision, but with the place that it has after it. */
  readonly seen: {
    readonly poiId: string | null;
    readonly notes: string;
    readonly moreRequestedAt: Date | null;
  };
  readonly rivals?: LastDecision["rivals"];
}

/** What it takes to undo a decision that was just made in this transaction. */
async function lastDecision(
  tx: Tx,
  ctx: ActionContext<StaffActor>,
  { seen, rivals = [], ...made }: Made,
): Promise<LastDecision> {
  const { poiId, notes } = seen;
  const [place] = await tx
    .select({ id: currentPois.id, ownerId: currentPois.ownerId })
    .from(currentPois)
    .where(eq(currentPois.id, poiId ?? ""));
  return {
    ...savedDecision(ctx, made),
    poiId: place?.id ?? null,
    notes,
    rivals,
    moreRequestedAt: seen.moreRequestedAt?.toISOString() ?? null,
    ownerId: place?.ownerId ?? null,
    created: null,
  };
}

/** Mails a decision to the partner and returns the mail's id; null if `to` is undefined because the account was deleted. */
async function postDecision(
  tx: Tx,
  deps: Deps,
  to: string | undefined,
  outcome: Outcome,
): Promise<string | null> {
  if (to === undefined) return null;
  const { kind, decision } = outcome;
  const text = mailText(
    deps,
    ...mailSentences(outcome),
    pageUrl(deps, "/partner"),
    FRAME.questions(deps.settings.brand.contactEmail),
  );
  const subject = DECIDED.subject(labelOf(outcome), decision);
  return postWithId(tx, deps, { to, subject, text, kind: `${kind}-${decision}` });
}

/** Mails a claimant what is missing and returns the mail's id; null as for `postDecision`. */
async function postMoreRequested(
  tx: Tx,
  deps: Deps,
  to: string | undefined,
  { id, notes }: { readonly id: string; readonly notes: string },
): Promise<string | null> {
  if (to === undefined) return null;
  const text = mailText(
    deps,
    ...moreSentences(id, notes),
    MORE_NEEDED.open(pageUrl(deps, "/partner?tab=claims")),
    FRAME.questions(deps.settings.brand.contactEmail),
  );
  const subject = MORE_NEEDED.subject(labelOf({ kind: "claim", id }));
  return postWithId(tx, deps, { to, subject, text, kind: "claim-more" });
}

/** Mails the partners whose claims were rejected because another one was approved. Returns what undoing that takes. */
async function postClaimLost(
  tx: Tx,
  deps: Deps,
  rejected: readonly ClaimRow[],
): Promise<LastDecision["rivals"]> {
  const addresses = await addressesOf(
    tx,
    rejected.map(({ partnerId }) => partnerId),
  );
  const lost: LastDecision["rivals"][number][] = [];
  for (const { id, partnerId, moreRequestedAt } of rejected) {
    const outcome = { kind: "claim", id, decision: "rejected", notes: "" } as const;
    const reason = "already_claimed_by_other";
    const mailId = await postDecision(tx, deps, addresses.get(partnerId), { ...outcome, reason });
    lost.push({ id, moreRequestedAt: moreRequestedAt?.toISOString() ?? null, mailId });
  }
  return lost;
}
