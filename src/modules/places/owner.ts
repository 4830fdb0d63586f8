import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { nextUpdatedAtOf } from "../../db/query/row-version.ts";
import { idsOf, type OnPartner } from "../partners/public.ts";
import { refreshWithheld } from "./intake/precision/withheld.ts";
import type { TierDeps } from "./offers.ts";
import { currentPois, pois } from "./table.ts";

/**
 * Gives a place to another partner, or to none; a trigger makes it pending for the sync. The caller has locked the partners
 * and the place and records the audit entry.
 */
export async function setOwner(tx: Tx, deps: TierDeps, poiId: string, ownerId: string | null): Promise<void> {
  await writeOwner(tx, deps, [poiId], ownerId);
}

async function writeOwner(
  tx: Tx,
  deps: TierDeps,
  ids: readonly string[],
  ownerId: string | null,
): Promise<void> {
  await tx
    .update(pois)
    .set({ ownerId, updatedAt: nextUpdatedAtOf(deps.now(), pois.updatedAt) })
    .where(inArray(pois.id, [...ids]));
  await refreshWithheld(tx, deps, { ids });
}

/** Places are released with the account, and stay. A restored partner gets those that have no owner. */
export const onPartner: OnPartner = {
  async personalData(tx, who) {
    if (who.id === null) return {};
    const rows = await tx
      .select()
      .from(currentPois)
      .where(eq(currentPois.ownerId, who.id))
      .orderBy(desc(currentPois.createdAt));
    return { places: rows.map(placeRecord) };
  },
  linked: async (tx, partnerId) => ({
    places: await tx
      .select({ id: currentPois.id })
      .from(currentPois)
      .where(eq(currentPois.ownerId, partnerId)),
  }),
  close: async (tx, { deps }, partnerId) => ({
    freedPlaces: await changeOwner(tx, deps, eq(currentPois.ownerId, partnerId), null),
  }),
  async restore(tx, deps, partnerId, { places }) {
    const ids = idsOf(places);
    const free = and(inArray(currentPois.id, ids), isNull(currentPois.ownerId));
    const lost = ids.length - (await changeOwner(tx, deps, free, partnerId));
    if (lost === 0) return [];
    if (lost === 1) return ["One place does not come back: it has another owner now, or is gone."];
    return [`${lost} places do not come back: they have other owners now, or are gone.`];
  },
};

/** Locks these places by id and gives them an owner, or none. Returns how many. */
async function changeOwner(
  tx: Tx,
  deps: Deps,
  which: SQL | undefined,
  ownerId: string | null,
): Promise<number> {
  const places = await tx
    .select({ id: currentPois.id })
    .from(currentPois)
    .where(which)
    .orderBy(currentPois.id)
    .for("update");
  const ids = places.map(({ id }) => id);
  await writeOwner(tx, deps, ids, ownerId);
  return ids.length;
}

const placeRecord = ({
  id,
  createdAt,
  name,
  address,
  city,
  state,
  zipCode,
  phone,
  website,
  category,
}: typeof pois.$inferSelect) => ({
  id,
  at: createdAt,
  name,
  address,
  city,
  state,
  zipCode,
  phone,
  website,
  category,
  onErasure: "cleared" as const,
});
