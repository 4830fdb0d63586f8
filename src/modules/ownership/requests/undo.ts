import { eq, or } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { offersOf } from "../../../core/rpc/offers.ts";
import type { Tx } from "../../../db/client.ts";
import { changedSince, isSameDecision, type LastDecision } from "../../../shared/reviews/reviews.ts";
import { evidenceRecords, renewals } from "../../evidence/public.ts";
import { lockPartner, type PartnerRow } from "../../partners/public.ts";
import { type currentPois, deletePlace, lockPlace, placeFacts, placeMerges } from "../../places/public.ts";
import { poiClaims } from "../claims/table.ts";
import { placeProposals, placeTransfers } from "../table.ts";
import { hasPendingRepeat, type RequestRow } from "./queries.ts";
import { poiRequests as t } from "./table.ts";

/** Keeps what it takes to undo the decision that the caller has just made. */
export async function keepRequestDecision(tx: Tx, id: string, last: LastDecision): Promise<void> {
  const created = last.poiId === null ? null : await placeState(tx, last.poiId);
  await tx
    .update(t)
    .set({ lastDecision: { ...last, created } })
    .where(eq(t.id, id));
}

/** What `placeUsedSince` compares a place that was just added with; null if it is gone. */
export async function placeState(tx: Tx, poiId: string): Promise<PlaceState | null> {
  const place = await lockPlace(tx, poiId);
  return place && { version: place.version, records: await countRecords(tx, place.id) };
}

type PlaceState = NonNullable<LastDecision["created"]>;

declare module "../../../core/rpc/offers.ts" {
  interface Offers {
    /** What a module knows of a place that makes it one in use, in words; null for nothing. */
    readonly placeUse?: (tx: Tx, poiId: string) => Promise<string | null>;
  }
}

interface Reopened {
  readonly request: RequestRow;
  readonly requester: PartnerRow;
}

/**
 * Sets a request to what it was before its last decision, `last`, and deletes the place that an approval created. The
 * caller has checked who undoes and when, sends the mail and records the audit entry. Locks the partner, then the place,
 * then the request. Throws 409 with what has changed since, also if the place was used.
 */
export async function reopenDecidedRequest(
  tx: Tx,
  deps: Deps,
  seen: RequestRow,
  last: LastDecision,
): Promise<Reopened> {
  const requester = seen.partnerId === null ? null : await lockPartner(tx, seen.partnerId);
  if (!requester) throw changedSince("the partner's account was deleted");
  const place = last.poiId === null ? null : await lockPlace(tx, last.poiId);
  const [locked] = await tx.select().from(t).where(eq(t.id, seen.id)).for("update");
  if (!locked || !isSameDecision(locked.lastDecision, last))
    throw changedSince("it was changed by someone else");
  if (last.decision === "rejected" && (await hasPendingRepeat(tx, requester.id, locked)))
    throw changedSince("the partner has sent this request again");
  if (last.decision === "approved") {
    if (!place || locked.poiId !== place.id)
      throw changedSince("the place was deleted or merged with another one");
    const use = ownedSince(place, last) ?? (await placeUsedSince(tx, deps, place, last.created));
    if (use !== null) throw changedSince(use);
    await deletePlace(tx, place);
  }
  return { request: await reopen(tx, seen.id, last), requester };
}

async function reopen(tx: Tx, id: string, { notes }: LastDecision): Promise<RequestRow> {
  const waiting = { status: "pending", reason: null, reviewedAt: null, reviewedBy: null } as const;
  const [request] = await tx
    .update(t)
    .set({ ...waiting, notes, poiId: null, lastDecision: null })
    .where(eq(t.id, id))
    .returning();
  if (!request) throw new Error("update of poi_requests returned no row");
  return request;
}

type Place = typeof currentPois.$inferSelect;

/** How many records about its tier a place has. */
const countRecords = (tx: Tx, poiId: string): Promise<number> =>
  tx.$count(evidenceRecords, eq(evidenceRecords.poiId, poiId));

function ownedSince({ ownerId }: Place, last: LastDecision): string | null {
  if (ownerId === null) return "the place was released by its owner";
  return ownerId === last.ownerId ? null : "the place has another owner";
}

/** How a place was used since a decision added it, besides its owner, in words; null if it was not. */
export async function placeUsedSince(
  tx: Tx,
  deps: Deps,
  { id, version, syncedAt }: Place,
  created: PlaceState | null,
): Promise<string | null> {
  for (const usedBy of offersOf(deps, "placeUse")) {
    const use = await usedBy(tx, id);
    if (use !== null) return use;
  }
  const found: readonly [Promise<number>, string][] = [
    [tx.$count(placeTransfers, eq(placeTransfers.poiId, id)), "another partner has asked for the place"],
    [tx.$count(placeProposals, eq(placeProposals.poiId, id)), "the owner has sent a change of the place"],
    [tx.$count(poiClaims, eq(poiClaims.poiId, id)), "the place was claimed"],
    [tx.$count(renewals, eq(renewals.poiId, id)), "the owner has sent a certificate"],
    [tx.$count(placeFacts, eq(placeFacts.poiId, id)), "facts about the place were added"],
    [
      tx.$count(placeMerges, or(eq(placeMerges.keptId, id), eq(placeMerges.duplicateId, id))),
      "the place was merged with another one",
    ],
    [
      countRecords(tx, id).then((records) => records - (created?.records ?? 0)),
      "evidence about the place was recorded",
    ],
  ];
  const counts = await Promise.all(found.map(([count]) => count));
  const use = found.find((_, index) => (counts[index] ?? 0) > 0)?.[1];
  if (use !== undefined) return use;
  if (version !== created?.version) return "the place was changed";
  return syncedAt === null ? null : "the place was sent to the main database";
}
