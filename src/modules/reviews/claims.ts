import { and, eq, inArray, isNull } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/service.ts";
import { poiClaims } from "../claims/table.ts";
import { lockPartner } from "../partners/service.ts";
import { pois } from "../pois/table.ts";
import { addressesOf, alreadyDecided, checkReason, decided, tell } from "./decision.ts";
import { type ClaimRow, reviewedClaim } from "./queries.ts";
import type { DecideInput, ReviewedClaim } from "./schema.ts";

/**
 * Decides a claim once. An approval makes the claimant the owner and rejects the other claims that wait for the
 * place; of any number at once, on any number of instances, one holds. Throws 400, 404, and 409 where it is decided
 * or the place has an owner. Locks are taken in one order: partner, place, claims by id. // contract 6, CON-01
 */
export function decideClaim(acting: ActionContext<StaffActor>, input: DecideInput): Promise<ReviewedClaim> {
  checkReason("claim", input);
  const { deps } = acting;
  return deps.db.transaction(async (tx) => {
    const seen = await find(tx, input.id);
    if (seen.status !== "pending") throw alreadyDecided("claim");
    const claimant = seen.partnerId === null ? null : await lockPartner(tx, seen.partnerId);
    const rivals = input.decision === "approved" ? await handOver(tx, deps, seen) : await lockOne(tx, seen);
    const row = await settle(tx, acting, input);
    await rejectRivals(tx, acting, rivals);
    const { decision, reason = null, notes } = input;
    await tell(tx, deps, claimant?.email, { kind: "claim", id: row.id, decision, reason, notes });
    const after = { status: row.status, reason, poiId: row.poiId, rejected: rivals.map((each) => each.id) };
    await record(tx, acting, { subject: row.id, before: { status: "pending" }, after });
    return reviewedClaim(row, deps.now());
  });
}

async function find(tx: Tx, id: string): Promise<ClaimRow> {
  const [row] = await tx.select().from(poiClaims).where(eq(poiClaims.id, id));
  if (!row) throw new DomainError("notFound", "There is no such claim");
  return row;
}

/** Sets the owner and answers the claims that lose by it. Throws 409 where somebody was first. */
async function handOver(
  tx: Tx,
  deps: Deps,
  { id, poiId, partnerId }: ClaimRow,
): Promise<readonly ClaimRow[]> {
  if (poiId === null || partnerId === null) throw gone();
  const [place] = await tx
    .select({ ownerId: pois.ownerId })
    .from(pois)
    .where(eq(pois.id, poiId))
    .for("update");
  if (!place) throw gone();
  const waiting = await lockWaiting(tx, eq(poiClaims.poiId, poiId));
  if (!waiting.some((each) => each.id === id)) throw alreadyDecided("claim");
  const owned = await tx
    .update(pois)
    .set({ ownerId: partnerId, updatedAt: deps.now() })
    .where(and(eq(pois.id, poiId), isNull(pois.ownerId)))
    .returning({ id: pois.id });
  if (owned.length === 0) throw new DomainError("conflict", "This location is already claimed"); // contract 5
  return waiting.filter((each) => each.id !== id);
}

const gone = () => new DomainError("conflict", "The place or the partner of this claim is gone");

async function lockOne(tx: Tx, { id }: ClaimRow): Promise<readonly ClaimRow[]> {
  const [row] = await lockWaiting(tx, eq(poiClaims.id, id));
  if (!row) throw alreadyDecided("claim");
  return [];
}

function lockWaiting(tx: Tx, which: ReturnType<typeof eq>): Promise<ClaimRow[]> {
  const waits = and(which, eq(poiClaims.status, "pending"));
  return tx.select().from(poiClaims).where(waits).orderBy(poiClaims.id).for("update");
}

async function settle(
  tx: Tx,
  acting: ActionContext<StaffActor>,
  { id, decision, reason = null, notes }: DecideInput,
): Promise<ClaimRow> {
  const [row] = await tx
    .update(poiClaims)
    .set({ ...decided(acting), status: decision, reason, notes })
    .where(eq(poiClaims.id, id))
    .returning();
  if (!row) throw new Error("a decided claim did not come back");
  return row;
}

async function rejectRivals(
  tx: Tx,
  acting: ActionContext<StaffActor>,
  rivals: readonly ClaimRow[],
): Promise<void> {
  if (rivals.length === 0) return;
  const reason = "already_claimed_by_other";
  const ids = rivals.map((each) => each.id);
  await tx
    .update(poiClaims)
    .set({ ...decided(acting), status: "rejected", reason })
    .where(inArray(poiClaims.id, ids));
  const partnerIds = rivals.map((each) => each.partnerId);
  const addresses = await addressesOf(tx, partnerIds);
  const outcome = { kind: "claim", decision: "rejected", reason, notes: "" } as const;
  for (const { id, partnerId } of rivals) {
    await tell(tx, acting.deps, addresses.get(partnerId ?? ""), { ...outcome, id });
  }
}
