import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type { ClosingReason } from "../../../shared/places/ownership.ts";
import { setOwner } from "../../places/owner/service.ts";
import { placeProposals, placeTransfers } from "../table.ts";
import { WAITS_AGAIN } from "../undo/queries.ts";
import type { TransferDecision } from "../undo/schema.ts";
import { closeOfPlace } from "./close.ts";
import type { TransferRow } from "./queries.ts";

const TRANSFERRED: ClosingReason = "transferred";

/** What waits for the former owner again. */
export interface Restored {
  readonly proposals: readonly { readonly id: string }[];
  readonly transfers: readonly TransferRow[];
}

/**
 * Gives a place back to its former owner, closes what waits for the new one, and reopens what the approval of the
 * transfer had closed. The caller has locked both partners, the place and the transfer.
 */
export async function giveBack(
  tx: Tx,
  ctx: ActionContext,
  ownerId: string,
  { poiId, closed }: TransferDecision,
): Promise<Restored> {
  if (poiId === null) throw new Error("an approved transfer has no place");
  await setOwner(tx, ctx.deps, poiId, ownerId);
  await closeOfPlace(tx, ctx, poiId, TRANSFERRED);
  const [p, t] = [placeProposals, placeTransfers];
  const proposals = await tx
    .update(p)
    .set(WAITS_AGAIN)
    .where(
      and(
        ...[inArray(p.id, [...closed.proposals]), eq(p.poiId, poiId)],
        ...[eq(p.partnerId, ownerId), eq(p.reason, TRANSFERRED)],
      ),
    )
    .returning({ id: p.id });
  const ids = closed.transfers.map(({ id }) => id);
  const transfers = await tx
    .update(t)
    .set(WAITS_AGAIN)
    .where(
      and(
        ...[inArray(t.id, ids), eq(t.poiId, poiId)],
        ...[eq(t.ownerId, ownerId), isNotNull(t.partnerId), eq(t.reason, TRANSFERRED)],
      ),
    )
    .returning();
  return { proposals, transfers };
}
