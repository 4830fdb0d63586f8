import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Deps } from "../../../../core/rpc/context.ts";
import type { Tx } from "../../../../db/client.ts";
import {
  changedSince,
  isSameDecision,
  type LastDecision,
  lastKept,
} from "../../../../shared/reviews/last-decision.ts";
import { lockPartner, type PartnerRow } from "../../../partners/queries.ts";
import { deletePlace } from "../../../places/deletion/service.ts";
import { lockPlace } from "../../../places/service.ts";
import { hasPendingRepeat, type RequestRow } from "../queries.ts";
import { poiRequests as t } from "../table.ts";
import { countRecords, usedSince } from "./queries.ts";

/** Keeps what it takes to undo the decision that the caller has just made. */
export async function keepForUndo(tx: Tx, id: string, last: LastDecision): Promise<void> {
  const place = last.poiId === null ? null : await lockPlace(tx, last.poiId);
  const created = place && { version: place.version, records: await countRecords(tx, place.id) };
  await tx
    .update(t)
    .set({ lastDecision: { ...last, created } })
    .where(eq(t.id, id));
}

/** Deletes what decisions that cannot be undone any more had kept. Called by the hourly sweep. */
export async function forgetDecisions({ db, now }: Deps): Promise<void> {
  const over = lt(sql`${t.lastDecision} ->> 'at'`, lastKept(now()).toISOString());
  await db.orm
    .update(t)
    .set({ lastDecision: null })
    .where(and(isNotNull(t.lastDecision), over));
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
export async function restore(tx: Tx, seen: RequestRow, last: LastDecision): Promise<Reopened> {
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
    const use = await usedSince(tx, place, last);
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
