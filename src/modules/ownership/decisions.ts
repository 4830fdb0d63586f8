import { and, eq, gte, isNotNull, lt, ne, sql } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { countPerDay } from "../../db/query/count-per-day.ts";
import { changedByOther, hasChangedSince } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import {
  changedSince,
  type ReviewKind,
  type ReviewStatus,
  type SavedDecision,
  UNDO_REFUSED,
  undoableSince,
  undoableUntil,
} from "../../shared/reviews/reviews.ts";
import { hasMergedOwned } from "../places/public.ts";
import { poiClaims } from "./claims/table.ts";
import { poiRequests } from "./requests/table.ts";
import { placeProposals, placeTransfers } from "./table.ts";

interface Decided<Saved> {
  readonly status: ReviewStatus;
  readonly reason: string | null;
  readonly lastDecision: Saved | null;
}

interface Versions {
  readonly shown: Date;
  /** The version that the caller read, if it named one. */
  readonly readAt: Date | undefined;
}

/** What is saved of a decision that the caller makes now. */
export const savedDecision = (
  { deps, principal }: ActionContext<StaffActor>,
  { decision, mailId }: Pick<SavedDecision, "decision" | "mailId">,
): SavedDecision => ({
  decision,
  mailId,
  at: deps.now().toISOString(),
  byId: principal.kind === "staff" ? principal.id : null,
});

/** The decision that the caller may undo now (docs/security.md AZ-14). Throws 403 and 409. */
export function undoableDecision<Saved extends SavedDecision>(
  { deps, principal }: ActionContext<StaffActor>,
  row: Decided<Saved>,
  { shown, readAt }: Versions,
): Saved {
  if (hasChangedSince(readAt, shown)) throw changedByOther("case");
  const last = row.lastDecision;
  if (last === null) throw conflict(whyNone(row));
  if (!mayUndo(principal, last)) throw new DomainError("forbidden", UNDO_REFUSED.notYours);
  if (deps.now() > undoableUntil(last)) throw conflict(UNDO_REFUSED.tooLate);
  return last;
}

/** Until when the caller may undo the last decision; null if not. */
export function undoUntil(
  { deps, principal }: ActionContext<StaffActor>,
  { lastDecision }: Pick<Decided<SavedDecision>, "lastDecision">,
): Date | null {
  if (lastDecision === null || !mayUndo(principal, lastDecision)) return null;
  const until = undoableUntil(lastDecision);
  return deps.now() > until ? null : until;
}

/** Decisions about claims and requests, by day. */
export async function decisionsPerDay({ db }: Deps, since: Date) {
  const [claims, requests] = [
    await countPerDay(db.orm, poiClaims, poiClaims.reviewedAt, gte(poiClaims.reviewedAt, since)),
    await countPerDay(db.orm, poiRequests, poiRequests.reviewedAt, gte(poiRequests.reviewedAt, since)),
  ];
  const byDay = Map.groupBy([...claims, ...requests], ({ day }) => day);
  return [...byDay].map(([day, counted]) => ({
    day,
    count: counted.reduce((sum, { count }) => sum + count, 0),
  }));
}

/** Deletes what decisions that cannot be undone any more had saved. */
export async function deleteOldDecisions({ db, now }: Deps): Promise<void> {
  const end = undoableSince(now()).toISOString();
  for (const t of [poiClaims, poiRequests, placeProposals, placeTransfers])
    await db.orm
      .update(t)
      .set({ lastDecision: null })
      .where(and(isNotNull(t.lastDecision), lt(sql`${t.lastDecision} ->> 'at'`, end)));
}

/** An operator decides for the installation, as an admin does. */
const mayUndo = (principal: StaffActor, { byId }: SavedDecision): boolean =>
  principal.kind === "operator" || principal.role !== "partner_manager" || principal.id === byId;

function whyNone({ status, reason }: Decided<SavedDecision>): string {
  if (status === "pending") return UNDO_REFUSED.undecided;
  if (reason === "already_claimed_by_other")
    return "This claim was rejected because another one was approved. Undo that approval instead.";
  return UNDO_REFUSED.tooLate;
}

const conflict = (sentence: string) => new DomainError("conflict", sentence);

export const noSuchCase = (kind: ReviewKind) => new DomainError("notFound", `There is no such ${kind}`);

/** What a change or a transfer is set to when its end is undone. */
export const WAITS_AGAIN = {
  status: "pending" as const,
  notes: "",
  reason: null,
  reviewedAt: null,
  reviewedBy: null,
  lastDecision: null,
};

interface Ended<Saved> extends Decided<Saved> {
  /** Null if it ended without a decision of staff. */
  readonly reviewedBy: string | null;
}

/** The decision on a change or a transfer that the caller may undo now. Throws 403 and 409. */
export function undoable<Saved extends SavedDecision>(
  ctx: ActionContext<StaffActor>,
  row: Ended<Saved>,
  versions: Parameters<typeof undoableDecision>[2],
): Saved {
  if (row.status !== "pending" && row.reviewedBy === null)
    throw new DomainError("conflict", "Our team has not decided this, so there is nothing to undo");
  return undoableDecision(ctx, row, versions);
}

interface PlaceThen {
  readonly poiId: string | null;
  readonly ownerId: string | null;
}

/**
 * Throws 409 if the place of a decision was deleted or merged, or has another owner now. `place` is the listed place that the
 * case is about now, locked.
 */
export function refuseMoved(
  place: { readonly id: string; readonly ownerId: string | null } | null,
  then: PlaceThen,
): void {
  if ((place?.id ?? null) !== then.poiId)
    throw changedSince("the place was deleted or merged with another one");
  const ownerId = place?.ownerId ?? null;
  if (ownerId === then.ownerId) return;
  throw changedSince(
    ownerId === null ? "the place was released by its owner" : "the place has another owner",
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
  if (await hasMergedOwned(tx, poiId, since)) return "another place of its owner was merged into it";
  return null;
}
