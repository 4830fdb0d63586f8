import { and, eq, inArray, ne } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { LastDecision } from "../../../shared/reviews/reviews.ts";
import { changedSince, isSameDecision } from "../../../shared/reviews/reviews.ts";
import { lockPartners, type PartnerRow } from "../../partners/public.ts";
import { type currentPois, lockPlace, setOwner } from "../../places/public.ts";
import { laterOwnership, refuseMoved } from "../decisions.ts";
import type { ClaimRow } from "./queries.ts";
import { poiClaims as t } from "./table.ts";

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
