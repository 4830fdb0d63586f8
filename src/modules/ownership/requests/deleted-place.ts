import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { storedIds } from "../../../db/query/stored-rows.ts";
import type { StoredRows } from "../../audit/trash/table.ts";
import { poiRequests as t } from "./table.ts";

/** The request that a place about to be deleted was made from, for `putBackOfPlace`. */
export const copyOfPlace = async (tx: Tx, poiId: string): Promise<StoredRows> => ({
  requests: await tx.select({ id: t.id }).from(t).where(eq(t.poiId, poiId)),
});

/** Links the request to the restored place. */
export async function putBackOfPlace(tx: Tx, poiId: string, { requests }: StoredRows): Promise<void> {
  await tx
    .update(t)
    .set({ poiId })
    .where(and(inArray(t.id, storedIds(requests)), isNull(t.poiId)));
}
