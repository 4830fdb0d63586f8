import { and, eq, ne, type SQL } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { ClosingReason } from "../../../shared/places/ownership.ts";
import { addressesOf } from "../../partners/queries.ts";
import { placeProposals, placeTransfers } from "../table.ts";
import { postAbout } from "./mails.ts";

type Ctx = Pick<ActionContext, "deps">;

/**
 * Closes the pending changes of a place and the pending transfers of it except one, because its owner changes, and mails
 * those who asked. The caller has locked the place.
 */
export async function closeOfPlace(
  tx: Tx,
  { deps }: Ctx,
  poiId: string,
  reason: ClosingReason,
  except = "",
): Promise<void> {
  await tx
    .update(placeProposals)
    .set(closing(deps, reason))
    .where(and(eq(placeProposals.poiId, poiId), eq(placeProposals.status, "pending")));
  await closeTransfers(tx, deps, and(eq(placeTransfers.poiId, poiId), ne(placeTransfers.id, except)), reason);
}

/** Closes pending transfers and mails those who asked for them. */
export async function closeTransfers(
  tx: Tx,
  deps: Deps,
  which: SQL | undefined,
  reason: ClosingReason,
): Promise<void> {
  const closed = await tx
    .update(placeTransfers)
    .set(closing(deps, reason))
    .where(and(which, eq(placeTransfers.status, "pending")))
    .returning();
  const addresses = await addressesOf(
    tx,
    closed.map(({ partnerId }) => partnerId),
  );
  for (const row of closed) await postAbout(tx, deps, addresses.get(row.partnerId), "transfer-closed", row);
}

/** What sets a proposal or a transfer to ended without a decision. */
export const closing = ({ now }: Pick<Deps, "now">, reason: ClosingReason) => ({
  status: "rejected" as const,
  reason,
  reviewedAt: now(),
});
