import { and, eq, gte, isNull, ne, sql } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { DomainError } from "../../../shared/errors.ts";
import { changedSince, type ReviewStatus, type SavedDecision } from "../../../shared/reviews/reviews.ts";
import { placeMerges } from "../../places/public.ts";
import { poiClaims } from "../claims/table.ts";
import { undoableDecision } from "../decisions.ts";
import { placeTransfers } from "../table.ts";

/** What a change or a transfer is set to when its end is undone. */
export const WAITS_AGAIN = {
  status: "pending" as const,
  notes: "",
  reason: null,
  reviewedAt: null,
  reviewedBy: null,
  lastDecision: null,
};

interface Decided<Saved> {
  readonly status: ReviewStatus;
  readonly reason: string | null;
  /** Null if it ended without a decision of staff. */
  readonly reviewedBy: string | null;
  readonly lastDecision: Saved | null;
}

/** The decision on a change or a transfer that the caller may undo now. Throws 403 and 409. */
export function undoable<Saved extends SavedDecision>(
  ctx: ActionContext<StaffActor>,
  row: Decided<Saved>,
  versions: Parameters<typeof undoableDecision>[2],
): Saved {
  if (row.status !== "pending" && row.reviewedBy === null)
    throw new DomainError("conflict", "Our team has not decided this, so there is nothing to undo");
  return undoableDecision(ctx, row, versions);
}

interface PlaceAndOwner {
  readonly poiId: string | null;
  readonly ownerId: string | null;
}

/** Throws 409 if the place of a decision was deleted or merged, or has another owner now. */
export function refuseMoved(now: PlaceAndOwner, then: PlaceAndOwner): void {
  if (now.poiId !== then.poiId) throw changedSince("the place was deleted or merged with another one");
  if (now.ownerId === then.ownerId) return;
  throw changedSince(
    now.ownerId === null ? "the place was released by its owner" : "the place has another owner",
  );
}

/**
 * What has happened to the ownership of a place since the claim or transfer `id` gave it to its owner, in words; null if
 * nothing. The same partner may have released the place and got it again.
 */
export async function laterOwnership(
  tx: Tx,
  poiId: string,
  id: string,
  { at }: SavedDecision,
): Promise<string | null> {
  const since = new Date(at);
  const given = [poiClaims, placeTransfers].map((t) => {
    const later = and(eq(t.status, "approved"), gte(t.reviewedAt, since), ne(t.id, id));
    return tx.$count(t, and(eq(t.poiId, poiId), later));
  });
  if ((await Promise.all(given)).some((count) => count > 0)) return "the place has changed hands";
  if ((await tx.$count(placeMerges, mergedOwned(poiId, since))) > 0)
    return "another place of its owner was merged into it";
  return null;
}

/** Merges that brought a place with an owner, who owns the place that stayed by another decision too. */
const mergedOwned = (keptId: string, since: Date) =>
  and(
    eq(placeMerges.keptId, keptId),
    gte(placeMerges.mergedAt, since),
    isNull(placeMerges.undoneAt),
    sql`${placeMerges.undo} -> 'place' ->> 'ownerId' is not null`,
  );
