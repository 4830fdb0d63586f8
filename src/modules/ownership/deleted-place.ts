import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "../../db/client.ts";
import { storedIds } from "../../db/query/stored-rows.ts";
import type { StoredRows } from "../audit/trash/table.ts";
import { placeProposals as p, placeTransfers as t } from "./table.ts";

/** The changes and transfers of a place that is about to be deleted, for `putBackOfPlace`. */
export const copyOfPlace = async (tx: Tx, poiId: string): Promise<StoredRows> => ({
  proposals: await tx.select({ id: p.id }).from(p).where(eq(p.poiId, poiId)),
  transfers: await tx.select({ id: t.id }).from(t).where(eq(t.poiId, poiId)),
});

/** Links the changes and transfers to the restored place. */
export async function putBackOfPlace(
  tx: Tx,
  poiId: string,
  { proposals, transfers }: StoredRows,
): Promise<void> {
  for (const [table, rows] of [[p, proposals] as const, [t, transfers] as const])
    await tx
      .update(table)
      .set({ poiId })
      .where(and(inArray(table.id, storedIds(rows)), isNull(table.poiId)));
}
