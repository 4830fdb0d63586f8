import { and, eq, or } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import type { ReasonCode } from "../../shared/reviews.ts";
import { record } from "../audit/service.ts";
import { poiClaims } from "../claims/table.ts";
import { pois } from "../pois/table.ts";
import { poiRequests } from "../requests/table.ts";
import { postVerified } from "./mails.ts";
import { partner, type updateInput } from "./schema.ts";
import { type PartnerRow, traceOf } from "./service.ts";
import { partners } from "./table.ts";

type Change = Omit<z.output<typeof updateInput>, "id" | "updatedAt">;

/** Changes a partner; its address stays. Throws 404, and 409 where it changed after `updatedAt`. */
export function update(
  acting: ActionContext<StaffActor>,
  { id, updatedAt, ...change }: z.output<typeof updateInput>,
): Promise<PartnerRow> {
  return acting.deps.db.transaction(async (tx) => {
    const before = await lockedPartner(tx, id);
    if (updatedAt && updatedAt.getTime() !== before.updatedAt.getTime()) throw changedMeanwhile(before);
    return changed(tx, acting, before, change);
  });
}

/** A manager vouches for a business. Throws 404. */
export function verify(acting: ActionContext<StaffActor>, id: string): Promise<PartnerRow> {
  return acting.deps.db.transaction(async (tx) => {
    const before = await lockedPartner(tx, id);
    const { businessName, contactName, phone } = before;
    return changed(tx, acting, before, { businessName, contactName, phone, isVerified: true });
  });
}

async function changed(
  tx: Tx,
  acting: ActionContext<StaffActor>,
  before: PartnerRow,
  { isVerified = before.isVerified, ...fields }: Change,
): Promise<PartnerRow> {
  const { deps } = acting;
  // a version must differ from the one that it replaces, on a clock that may stand still
  const updatedAt = new Date(Math.max(deps.now().getTime(), before.updatedAt.getTime() + 1));
  const [after] = await tx
    .update(partners)
    .set({ ...fields, isVerified, updatedAt })
    .where(eq(partners.id, before.id))
    .returning();
  if (!after) throw missing();
  if (after.isVerified && !before.isVerified) await postVerified(tx, deps, after.email);
  const contactChanged = after.contactName !== before.contactName || after.phone !== before.phone;
  await record(tx, acting, {
    subject: after.id,
    before: traceOf(before),
    after: { ...traceOf(after), ...(contactChanged && { contactChanged }) },
  });
  return after;
}

/**
 * Deletes a partner: its sessions end, its places are free (and wait for the sync), what it asked for is closed. What
 * was decided stays on record under its business's name. The partner's row is locked first, as whoever approves a
 * claim does: so no place gets an owner that is gone. Throws 404. // contract 6, security AZ-08
 */
export function remove(acting: ActionContext<StaffActor>, id: string) {
  const { deps } = acting;
  return deps.db.transaction(async (tx) => {
    const before = await lockedPartner(tx, id);
    // the order of all who lock these: partner, places, claims by id
    const freedPlaces = await freePlaces(tx, deps, before.id);
    const closed = await closePending(tx, acting, before.id);
    await deps.sessions.partner.endAll(tx, before.id);
    await tx.delete(partners).where(eq(partners.id, before.id));
    const after = { freedPlaces, ...closed };
    await record(tx, acting, { subject: before.id, before: traceOf(before), after });
    return { success: true as const };
  });
}

async function freePlaces(tx: Tx, { now }: Deps, ownerId: string): Promise<number> {
  const owned = eq(pois.ownerId, ownerId);
  const held = await tx.select({ id: pois.id }).from(pois).where(owned).orderBy(pois.id).for("update");
  await tx.update(pois).set({ ownerId: null, updatedAt: now() }).where(owned);
  return held.length;
}

/** Rejects what the partner still waits for. */
async function closePending(tx: Tx, { deps, principal }: ActionContext<StaffActor>, partnerId: string) {
  const reason: ReasonCode = "partner_deleted";
  const closing = {
    status: "rejected",
    reason,
    reviewedAt: deps.now(),
    reviewedBy: principal.name,
  } as const;
  const waiting = and(eq(poiClaims.partnerId, partnerId), eq(poiClaims.status, "pending"));
  const claims = await tx
    .select({ id: poiClaims.id })
    .from(poiClaims)
    .where(waiting)
    .orderBy(poiClaims.id)
    .for("update");
  await tx.update(poiClaims).set(closing).where(waiting);
  const requests = await tx
    .update(poiRequests)
    .set(closing)
    .where(and(eq(poiRequests.partnerId, partnerId), eq(poiRequests.status, "pending")))
    .returning({ id: poiRequests.id });
  return { closedClaims: claims.length, closedRequests: requests.length };
}

/** By id or e-mail address. Throws 404. */
async function lockedPartner(tx: Tx, id: string): Promise<PartnerRow> {
  const named = or(eq(partners.id, id), eq(partners.emailKey, emailKey(id)));
  const [row] = await tx.select().from(partners).where(named).for("update");
  if (!row) throw missing();
  return row;
}

const missing = () => new DomainError("notFound", "This partner does not exist");
/** Carries the version that stands, so that whoever was late can compare. */
const changedMeanwhile = (row: PartnerRow) =>
  new DomainError(
    "conflict",
    "This partner was changed by someone else meanwhile. Please look at it again.",
    { facts: { current: partner.parse(row) } },
  );
