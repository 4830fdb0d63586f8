import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { storedIds } from "../../../db/query/stored-rows.ts";
import type { StoredRows } from "../../audit/trash/table.ts";
import { renewals as t } from "./table.ts";

/** The renewals of a partner that is about to be deleted, for `putBackOf`. */
export const copyOf = async (tx: Tx, partnerId: string): Promise<StoredRows> => ({
  renewals: await tx.select({ id: t.id }).from(t).where(eq(t.partnerId, partnerId)),
});

/** Gives a restored partner its renewals. */
export async function putBackOf(tx: Tx, partnerId: string, { renewals }: StoredRows): Promise<void> {
  await tx
    .update(t)
    .set({ partnerId })
    .where(and(inArray(t.id, storedIds(renewals)), isNull(t.partnerId)));
}
