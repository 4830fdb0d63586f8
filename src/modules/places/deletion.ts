import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { nextUpdatedAt } from "../../db/query/row-version.ts";
import { DomainError } from "../../shared/errors.ts";
import { discard, type Restored, record, type TrashItem } from "../audit/public.ts";
import { lockPartners } from "../partners/public.ts";
import { dedupeKeyOf } from "./duplicates/dedupe-key.ts";
import { findByIdentity } from "./duplicates/queries.ts";
import { announceChange } from "./offers.ts";
import { deleteWords, newWordCounts, reindexPlace, updateVocabulary } from "./search/word-index.ts";
import { auditFields, lockExisting } from "./service.ts";
import { currentPois, pois } from "./table.ts";

type Row = typeof pois.$inferSelect;

/** Moves a place to the trash. What other modules know about it stays, and no one sees it there. Throws 404. */
export async function remove(ctx: ActionContext<StaffActor>, id: string, act?: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const before = await lockExisting(tx, id);
    await unlist(tx, before, { deletedAt: deps.now() });
    await discard(tx, ctx, { id, kind: "place", label: before.name, email: null, act });
    await record(tx, ctx, { subject: id, before: auditFields(before) });
    return { success: true as const };
  });
}

/**
 * Restores a deleted place; it is sent to the main database again. Throws 409 if the place is listed again. Called by
 * `trash`, which records it.
 */
export async function restore(
  tx: Tx,
  { id }: TrashItem,
  { deps }: ActionContext<StaffActor>,
): Promise<Restored> {
  const [deleted] = await tx.select().from(pois).where(eq(pois.id, id));
  if (!deleted) throw new Error("A place in the trash has no row");
  const owners = await lockPartners(tx, [deleted.ownerId]);
  const same = await findByIdentity(tx, dedupeKeyOf(deleted));
  if (same)
    throw new DomainError(
      "conflict",
      `${same.name}, ${same.address} has been listed again since it was deleted`,
      { facts: { existing: same.id } },
    );
  const ownerId = owners.has(deleted.ownerId ?? "") ? deleted.ownerId : null;
  const { place, holder } = await relist(tx, deps.now(), { ...deleted, ownerId });
  await reindexPlace(tx, place);
  await announceChange(tx, deps, place);
  const notes = [];
  if (deleted.ownerId !== ownerId) notes.push("It has no owner now, because the owner's account is gone.");
  if (holder !== null) notes.push(`Its maps place ID belongs to ${holder} now.`);
  return { notes, recorded: auditFields(await lockExisting(tx, id)) };
}

/** Deletes places in the trash for good, with the places merged into them and what is known about all these. */
export async function purge(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(pois).where(and(inArray(pois.id, [...ids]), isNotNull(pois.deletedAt)));
}

/** Deletes a listed place that the caller has locked for good. The caller records the audit entry. */
export async function deletePlace(tx: Tx, place: Pick<Row, "id" | "seq">): Promise<void> {
  await deleteFromIndex(tx, place);
  await tx.delete(pois).where(eq(pois.id, place.id));
}

/** Takes a place that the caller has locked out of everything: it is deleted, or a duplicate of another one. */
export async function unlist(
  tx: Tx,
  place: Pick<Row, "id" | "seq">,
  why: { readonly deletedAt: Date } | { readonly mergedInto: string },
): Promise<void> {
  await deleteFromIndex(tx, place);
  await tx.update(pois).set(why).where(eq(pois.id, place.id));
}

async function deleteFromIndex(tx: Tx, { seq }: Pick<Row, "seq">): Promise<void> {
  const counts = newWordCounts();
  await deleteWords(tx, [seq], counts);
  await updateVocabulary(tx, counts);
}

/**
 * Undoes `unlist`, with the identity by the spelling rules of today. The caller indexes the place and computes its tier.
 * If another place has its maps id by now, it comes back without one, and `holder` is the name of the other.
 */
export async function relist(tx: Tx, now: Date, row: Row) {
  const { id, ownerId, placeId, updatedAt } = row;
  const [other] =
    placeId === null
      ? []
      : await tx.select({ name: currentPois.name }).from(currentPois).where(eq(currentPois.placeId, placeId));
  const listed = { deletedAt: null, mergedInto: null, updatedAt: nextUpdatedAt(now, updatedAt) };
  const [place] = await tx
    .update(pois)
    .set({ ...listed, ownerId, placeId: other ? null : placeId, identity: dedupeKeyOf(row) })
    .where(eq(pois.id, id))
    .returning();
  if (!place) throw new Error("update of pois returned no row");
  return { place, holder: other?.name ?? null };
}
