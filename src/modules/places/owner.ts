import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { pois } from "./table.ts";

/**
 * Gives a place to another partner, or to none; a trigger makes it pending for the sync. The caller has locked the partners
 * and the place and records the audit entry.
 */
export async function setOwner(
  tx: Tx,
  { now }: Pick<Deps, "now">,
  placeId: string,
  ownerId: string | null,
): Promise<void> {
  await tx.update(pois).set({ ownerId, updatedAt: now() }).where(eq(pois.id, placeId));
}

/** The places of a partner. */
export const ownedIds = (tx: Tx, ownerId: string) =>
  tx.select({ id: pois.id }).from(pois).where(eq(pois.ownerId, ownerId));

/** Gives those of these places that have no owner to a partner, locking them by id. Returns how many. */
export async function giveBack(
  tx: Tx,
  { now }: Pick<Deps, "now">,
  ownerId: string,
  ids: readonly string[],
): Promise<number> {
  const free = and(inArray(pois.id, [...ids]), isNull(pois.ownerId));
  const places = await tx.select({ id: pois.id }).from(pois).where(free).orderBy(pois.id).for("update");
  await tx
    .update(pois)
    .set({ ownerId, updatedAt: now() })
    .where(
      inArray(
        pois.id,
        places.map(({ id }) => id),
      ),
    );
  return places.length;
}
