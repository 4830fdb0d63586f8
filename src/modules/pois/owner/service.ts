import { eq } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { pois } from "../table.ts";

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
