import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { storedIds } from "../../../db/query/stored-rows.ts";
import type { StoredRows } from "../../audit/trash/table.ts";
import { placeReports as t } from "./table.ts";

/** The cases to which a partner that is about to be deleted replied, for `putBackOf`. */
export const copyOf = async (tx: Tx, partnerId: string): Promise<StoredRows> => ({
  replies: await tx.select({ id: t.id }).from(t).where(eq(t.partnerId, partnerId)),
});

/** Gives a restored partner its replies. */
export async function putBackOf(tx: Tx, partnerId: string, { replies }: StoredRows): Promise<void> {
  await tx
    .update(t)
    .set({ partnerId, formerPartner: null })
    .where(and(inArray(t.id, storedIds(replies)), isNull(t.partnerId), isNotNull(t.formerPartner)));
}
