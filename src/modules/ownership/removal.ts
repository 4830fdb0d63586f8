import { and, eq } from "drizzle-orm";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { ERASED_PARTNER } from "../../shared/reviews/reviews.ts";
import { type Applicant, isOf } from "../partners/former-queries.ts";
import { placeProposals, placeTransfers } from "./table.ts";
import { closeOfPlace, closeTransfers, closing } from "./transfers/close.ts";

const TABLES = [placeProposals, placeTransfers] as const;

/**
 * Closes the pending changes and transfers of a partner that is being deleted, and the transfers that it was asked for,
 * whose places are free now. The caller has locked the partner and its places.
 */
export async function closeForPartner(tx: Tx, { deps }: ActionContext, partnerId: string): Promise<void> {
  for (const table of TABLES)
    await tx
      .update(table)
      .set(closing(deps, "partner_deleted"))
      .where(and(eq(table.partnerId, partnerId), eq(table.status, "pending")));
  await closeTransfers(tx, deps, eq(placeTransfers.ownerId, partnerId), "released");
}

/** Closes what waits for the owner of a place that has none any more. The caller has locked the place. */
export async function closeForFreedPlace(tx: Tx, ctx: ActionContext, poiId: string): Promise<void> {
  await closeOfPlace(tx, ctx, poiId, "released");
}

/** Links the changes and transfers of a partner that is about to be deleted to the hash of its address. */
export async function linkToFormer(tx: Tx, partnerId: string, formerPartner: string): Promise<void> {
  for (const table of TABLES)
    await tx.update(table).set({ formerPartner }).where(eq(table.partnerId, partnerId));
}

/** Erases names, texts and proposed values from a partner's changes and transfers. The decisions stay. Returns the ids. */
export async function eraseForPartner(tx: Tx, who: Applicant): Promise<readonly string[]> {
  const erased = { partnerName: ERASED_PARTNER, notes: "", formerPartner: null, lastDecision: null };
  const proposals = await tx
    .update(placeProposals)
    .set({ ...erased, fields: {}, before: {} })
    .where(isOf(placeProposals, who))
    .returning({ id: placeProposals.id });
  const transfers = await tx
    .update(placeTransfers)
    .set({ ...erased, documents: [] })
    .where(isOf(placeTransfers, who))
    .returning({ id: placeTransfers.id });
  return [...proposals, ...transfers].map(({ id }) => id);
}
