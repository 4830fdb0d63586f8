import { and, eq, inArray, ne } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import {
  changedSince,
  isSameDecision,
  type LastDecision,
  type Outcome,
} from "../../../shared/reviews/reviews.ts";
import { record } from "../../audit/public.ts";
import { attachTo, fileIdsIn } from "../../evidence/public.ts";
import {
  lockConfirmedAccount,
  lockPartner,
  lockPartners,
  type PartnerRow,
  reviewerOf,
} from "../../partners/public.ts";
import {
  alreadyClaimed,
  assignOwner,
  currentPois,
  lockPlace,
  setOwner,
  withCurrentPlaces,
} from "../../places/public.ts";
import { laterOwnership, refuseMoved } from "../decisions.ts";
import { type ClaimRow, ownClaim } from "./queries.ts";
import { type Claim, MAX_OPEN_CLAIMS, type submitInput } from "./schema.ts";
import { poiClaims, poiClaims as t } from "./table.ts";

/**
 * Claims a place for the calling partner. Throws 404 for an unknown place; 409 if the place has an owner, the partner
 * already has a pending claim on it, or ten pending claims; 400 for a file that the partner cannot attach; 403 before the
 * address is confirmed.
 */
export async function submit(
  ctx: ActionContext<PartnerPrincipal>,
  { poiId, documents, slots }: z.output<typeof submitInput>,
): Promise<Claim> {
  const { deps, principal } = ctx;
  const files = fileIdsIn(documents);
  return deps.db.transaction(async (tx) => {
    const { businessName } = await lockConfirmedAccount(tx, ctx);
    const place = await shareUnownedPlace(tx, poiId);
    await refuseFurtherClaim(tx, principal.id, poiId);
    const names = { poiName: place.name, partnerName: businessName };
    const values = { id: randomId(), poiId, partnerId: principal.id, documents, submittedAt: deps.now() };
    const [row] = await tx
      .insert(poiClaims)
      .values({ ...values, ...names })
      .returning();
    if (!row) throw new Error("insert into poi_claims returned no row");
    await attachTo(tx, principal.id, { claimId: row.id }, files, { slots });
    const after = { poiId, documents: documents.length, files: files.length };
    await record(tx, ctx, { subject: row.id, after });
    return ownClaim(tx, row);
  });
}

/** Locks the place for sharing, so that no approval comes between the check of its owner and the claim. */
async function shareUnownedPlace(tx: Tx, id: string) {
  const [place] = await tx
    .select({ name: currentPois.name, ownerId: currentPois.ownerId })
    .from(currentPois)
    .where(eq(currentPois.id, id))
    .for("share");
  if (!place) throw new DomainError("notFound", "There is no such location");
  if (place.ownerId !== null) throw alreadyClaimed();
  return place;
}

async function refuseFurtherClaim(tx: Tx, partnerId: string, poiId: string): Promise<void> {
  const ownPending = and(eq(poiClaims.partnerId, partnerId), eq(poiClaims.status, "pending"));
  const open = await tx.select({ poiId: poiClaims.poiId }).from(poiClaims).where(ownPending);
  if (open.some((each) => each.poiId === poiId)) {
    throw new DomainError("conflict", "You already have a pending claim for this location");
  }
  if (open.length >= MAX_OPEN_CLAIMS) {
    const sentence = `You have ${MAX_OPEN_CLAIMS} open claims. Please wait until one of them is decided.`;
    throw new DomainError("conflict", sentence);
  }
}

export interface DecidedClaim {
  /** As it was before. */
  readonly seen: ClaimRow;
  readonly claim: ClaimRow;
  /** Null if the account was deleted. */
  readonly claimant: PartnerRow | null;
  /** The other pending claims on the place, which an approval rejects. */
  readonly rejected: readonly ClaimRow[];
}

const LOST_TO_OTHER = "already_claimed_by_other";

/**
 * Decides a pending claim. An approval makes the claimant the owner and rejects the other pending claims on the
 * place; of parallel approvals, on any number of instances, exactly one succeeds. The caller sends the mails and
 * records the audit entry. Locks the partner, then the place, then claims by id. Throws 404, and 409 if the claim is
 * already decided or the place has an owner.
 */
export async function applyClaimDecision(
  tx: Tx,
  ctx: ActionContext<StaffActor>,
  { id, decision, reason, notes }: Omit<Outcome, "kind">,
): Promise<DecidedClaim> {
  const [seen] = await tx.select().from(poiClaims).where(eq(poiClaims.id, id));
  if (!seen) throw new DomainError("notFound", "This claim does not exist");
  if (seen.status !== "pending") throw alreadyDecided();
  const claimant = seen.partnerId === null ? null : await lockPartner(tx, seen.partnerId);
  const pending =
    decision === "approved"
      ? await transferPlace(tx, ctx, seen)
      : await lockPending(tx, seen, eq(poiClaims.id, id));
  const [claim] = await close(tx, ctx, [pending.own], { status: decision, reason, notes });
  if (!claim) throw new Error("update of poi_claims returned no row");
  await close(tx, ctx, pending.rivals, { status: "rejected", reason: LOST_TO_OTHER });
  return { seen: pending.own, claim, claimant, rejected: pending.rivals };
}

interface Pending {
  readonly own: ClaimRow;
  /** The other claims on its place. */
  readonly rivals: readonly ClaimRow[];
}

/** Makes the claimant the owner of the place. Returns the pending claims on it, locked. */
async function transferPlace(tx: Tx, { deps }: ActionContext, claim: ClaimRow): Promise<Pending> {
  const { poiId, partnerId } = claim;
  if (poiId === null || partnerId === null || !(await lockPlace(tx, poiId))) throw placeOrPartnerGone();
  const pending = await lockPending(tx, claim, eq(poiClaims.poiId, poiId));
  await assignOwner(tx, deps, poiId, partnerId);
  return pending;
}

/** Locks the pending claims among these, by id. Throws 409 if `claim` has been decided by now. */
async function lockPending(tx: Tx, claim: ClaimRow, which: ReturnType<typeof eq>): Promise<Pending> {
  const pending = and(which, eq(poiClaims.status, "pending"));
  const rows = await tx.select().from(poiClaims).where(pending).orderBy(poiClaims.id).for("update");
  const own = rows.find(({ id }) => id === claim.id);
  if (!own) throw alreadyDecided();
  return { own, rivals: rows.filter((each) => each !== own) };
}

type Closing = Partial<Pick<ClaimRow, "notes">> & Pick<ClaimRow, "status" | "reason">;

/** Closes claims that the caller has locked. */
export async function close(
  tx: Tx,
  { deps, principal }: ActionContext<StaffActor | PartnerPrincipal>,
  claims: readonly Pick<ClaimRow, "id">[],
  closing: Closing,
): Promise<ClaimRow[]> {
  if (claims.length === 0) return [];
  const ids = claims.map(({ id }) => id);
  const closed = await tx
    .update(poiClaims)
    .set({
      ...closing,
      moreRequestedAt: null,
      reviewedAt: deps.now(),
      reviewedBy: reviewerOf(principal),
      lastDecision: null,
    })
    .where(inArray(poiClaims.id, ids))
    .returning();
  return withCurrentPlaces(tx, closed);
}

export const alreadyDecided = () => new DomainError("conflict", "This claim is already decided");
const placeOrPartnerGone = () =>
  new DomainError("conflict", "The place or the partner of this claim is gone");

/** Keeps what it takes to undo the decision that the caller has just made. */
export async function keepClaimDecision(tx: Tx, id: string, last: LastDecision): Promise<void> {
  await tx.update(t).set({ lastDecision: last }).where(eq(t.id, id));
}

/** A claim that waits again, its partner, and the mail that announced the decision. */
export interface Reopened {
  readonly claim: ClaimRow;
  readonly claimant: PartnerRow;
  readonly mailId: string | null;
}

/**
 * Sets a claim to what it was before its last decision, `last`. For an approval the place loses its owner, and the claims
 * that it rejected wait again, but for those whose partner is gone. The claim comes first in the result. The caller has
 * checked who undoes and when, sends the mails and records the audit entry. Locks partners by id, then the place, then
 * claims by id. Throws 409 with what has changed since.
 */
export async function reopenDecidedClaim(
  tx: Tx,
  deps: Deps,
  seen: ClaimRow,
  last: LastDecision,
): Promise<Reopened[]> {
  const ids = [seen.id, ...last.rivals.map(({ id }) => id)];
  const involved = await tx.select({ partnerId: t.partnerId }).from(t).where(inArray(t.id, ids));
  const partners = await lockPartners(
    tx,
    involved.map(({ partnerId }) => partnerId),
  );
  const place = seen.poiId === null ? null : await lockPlace(tx, seen.poiId);
  const locked = await tx.select().from(t).where(inArray(t.id, ids)).orderBy(t.id).for("update");
  const claim = locked.find(({ id }) => id === seen.id);
  if (!claim || !isSameDecision(claim.lastDecision, last))
    throw changedSince("it was changed by someone else");
  const claimant = partners.get(claim.partnerId ?? "");
  if (!claimant) throw changedSince("the partner's account was deleted");
  if (last.decision === "more") refuseAnswered(claim);
  else await refuseUsed(tx, claim, last, place);
  if (last.decision === "approved" && place) await setOwner(tx, deps, place.id, null);
  const first = { claim: await reopen(tx, claim.id, last), claimant, mailId: last.mailId };
  return [first, ...(await reopenRivals(tx, locked, last, partners))];
}

function refuseAnswered({ moreRequestedAt }: ClaimRow): void {
  if (moreRequestedAt === null) throw changedSince("the partner has sent documents");
}

type Place = typeof currentPois.$inferSelect;

/** Throws 409 if the place is not as the decision left it. */
async function refuseUsed(tx: Tx, claim: ClaimRow, last: LastDecision, place: Place | null): Promise<void> {
  refuseMoved(place, last);
  if (!place) return;
  const later = last.decision === "approved" ? await laterOwnership(tx, place.id, claim.id, last) : null;
  if (later !== null) throw changedSince(later);
  if (await hasPendingClaim(tx, claim)) throw changedSince("the partner has sent a new claim for this place");
}

/** Whether the partner of a claim has another one that waits for this place, also from a merged place. */
async function hasPendingClaim(tx: Tx, { id, poiId, partnerId }: ClaimRow): Promise<boolean> {
  const ofPartner = and(eq(t.poiId, poiId ?? ""), eq(t.partnerId, partnerId ?? ""), ne(t.id, id));
  return (await tx.$count(t, and(ofPartner, eq(t.status, "pending")))) > 0;
}

async function reopenRivals(
  tx: Tx,
  locked: readonly ClaimRow[],
  { rivals }: LastDecision,
  partners: ReadonlyMap<string, PartnerRow>,
): Promise<Reopened[]> {
  const reopened: Reopened[] = [];
  for (const { id, moreRequestedAt, mailId } of rivals) {
    const row = locked.find((each) => each.id === id);
    const claimant = partners.get(row?.partnerId ?? "");
    if (row?.status !== "rejected" || !claimant || (await hasPendingClaim(tx, row))) continue;
    reopened.push({ claim: await reopen(tx, id, { notes: row.notes, moreRequestedAt }), claimant, mailId });
  }
  return reopened;
}

async function reopen(
  tx: Tx,
  id: string,
  { notes, moreRequestedAt }: Pick<LastDecision, "notes" | "moreRequestedAt">,
): Promise<ClaimRow> {
  const waiting = { status: "pending", reason: null, reviewedAt: null, reviewedBy: null } as const;
  const asked = { notes, moreRequestedAt: moreRequestedAt === null ? null : new Date(moreRequestedAt) };
  const [row] = await tx
    .update(t)
    .set({ ...waiting, ...asked, lastDecision: null })
    .where(eq(t.id, id))
    .returning();
  if (!row) throw new Error("update of poi_claims returned no row");
  return row;
}
