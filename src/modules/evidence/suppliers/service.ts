import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, PartnerPrincipal, Visitor } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { foldText } from "../../../db/query/folded-text.ts";
import { DomainError } from "../../../shared/errors.ts";
import { addDays, type Day, dayIn } from "../../../shared/places/days.ts";
import { noPlace } from "../../../shared/places/places.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { record } from "../../audit/public.ts";
import { linkExpired, redeemLink } from "../../mail/public.ts";
import { lockIfWorksFor, lockOwnAccount } from "../../partners/public.ts";
import { isOfPlace, lockPlace } from "../../places/public.ts";
import { listOf } from "./queries.ts";
import type { confirmInput, nameInput, removeInput, Supplier } from "./schema.ts";
import { placeSuppliers as t } from "./table.ts";

// docs/limits.md
const QUARTER = 91; // days
const SUPPLIERS_MAX = 5; // of a place

type Place = NonNullable<Awaited<ReturnType<typeof lockPlace>>>;

/**
 * Says that the meat of a place comes from a supplier, for a quarter; said again, it is confirmed for another one. It moves no
 * tier. Throws 404, 400 for a masjid, and 409 for one supplier too many.
 */
export const nameAsStaff = (ctx: ActionContext<StaffActor>, input: z.output<typeof nameInput>) =>
  ctx.deps.db.transaction((tx) => name(tx, ctx, input, "staff"));

/** The same about the caller's own place. */
export const nameAsOwner = (ctx: ActionContext<PartnerPrincipal>, input: z.output<typeof nameInput>) =>
  asOwner(ctx, (tx) => name(tx, ctx, input, "owner", ctx.principal.id));

/** Checks under the lock of the business that the caller still works for it. */
const asOwner = <Result>(
  ctx: ActionContext<PartnerPrincipal>,
  write: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  ctx.deps.db.transaction(async (tx) => {
    await lockOwnAccount(tx, ctx);
    return write(tx);
  });

async function name(
  tx: Tx,
  ctx: ActionContext,
  { id, name }: z.output<typeof nameInput>,
  by: Supplier["by"],
  ownerId?: string,
): Promise<Supplier> {
  const { deps } = ctx;
  const place = await lockOwned(tx, id, ownerId);
  if (place.category === "mosque")
    throw new DomainError("invalid", "Suppliers of meat are not recorded for a masjid");
  const today = todayAt(place, deps.now());
  const nameKey = foldText(name);
  const others = (await listOf(tx, place, today)).filter((each) => foldText(each.name) !== nameKey);
  if (others.length >= SUPPLIERS_MAX)
    throw new DomainError(
      "conflict",
      `A place has at most ${SUPPLIERS_MAX} suppliers. Please remove one first.`,
    );
  const said = { name, by, until: addDays(today, QUARTER), confirmedAt: deps.now() };
  const [row] = await tx
    .insert(t)
    .values({ ...said, poiId: id, nameKey })
    .onConflictDoUpdate({ target: [t.poiId, t.nameKey], set: said })
    .returning();
  if (!row) throw new Error("insert into place_suppliers returned no row");
  await record(tx, ctx, { subject: id, after: { supplier: name, until: said.until } });
  return { ...said, id: row.id, lapsed: false };
}

/** Takes a supplier away. Throws 404. */
export const removeAsStaff = (ctx: ActionContext<StaffActor>, input: z.output<typeof removeInput>) =>
  ctx.deps.db.transaction((tx) => remove(tx, ctx, input));

export const removeAsOwner = (ctx: ActionContext<PartnerPrincipal>, input: z.output<typeof removeInput>) =>
  asOwner(ctx, (tx) => remove(tx, ctx, input, ctx.principal.id));

async function remove(
  tx: Tx,
  ctx: ActionContext,
  { id, supplierId }: z.output<typeof removeInput>,
  ownerId?: string,
): Promise<{ success: true }> {
  await lockOwned(tx, id, ownerId);
  const ofPlace = isOfPlace(t.poiId, id);
  const [row] = await tx
    .select()
    .from(t)
    .where(and(eq(t.id, supplierId), ofPlace));
  if (!row) throw new DomainError("notFound", "This supplier does not exist");
  await tx.delete(t).where(and(eq(t.nameKey, row.nameKey), ofPlace));
  await record(tx, ctx, { subject: id, before: { supplier: row.name, until: row.until } });
  return { success: true };
}

/**
 * Confirms for another quarter what an owner was mailed about. Throws 400 for a link that was used, and for one whose place has
 * another owner, or none of these suppliers any more, or whose reader has left the business.
 */
export function confirm(
  ctx: ActionContext<Visitor>,
  { token }: z.output<typeof confirmInput>,
): Promise<{ success: true }> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const { ownerId: id, data } = await redeemLink(tx, deps, "supplier-confirm", token);
    const { partnerId = "", personId = "", suppliers = "" } = data;
    if (!(await lockIfWorksFor(tx, partnerId, personId))) throw linkExpired();
    const place = await lockPlace(tx, id);
    if (place?.ownerId !== partnerId) throw linkExpired();
    const until = addDays(todayAt(place, deps.now()), QUARTER);
    const confirmed = await tx
      .update(t)
      .set({ until, by: "owner", confirmedAt: deps.now() })
      .where(and(inArray(t.id, suppliers.split(",")), isOfPlace(t.poiId, id)))
      .returning({ name: t.name });
    if (confirmed.length === 0) throw linkExpired();
    await record(tx, ctx, { subject: id, after: { suppliers: confirmed.map(({ name }) => name), until } });
    return { success: true };
  });
}

async function lockOwned(tx: Tx, id: string, ownerId: string | undefined): Promise<Place> {
  const place = await lockPlace(tx, id);
  if (!place || (ownerId !== undefined && place.ownerId !== ownerId)) throw noPlace();
  return place;
}

const todayAt = (place: Place, now: Date): Day => dayIn(timeZoneOf(place), now);
