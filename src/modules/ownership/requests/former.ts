import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { copyRows, setBack, storedIds } from "../../../db/query/stored-rows.ts";
import type { StoredRows } from "../../audit/trash/table.ts";
import { poiRequests as t } from "./table.ts";

/** The requests of a partner that is about to be deleted, for `putBackOf`. */
export const copyOf = async (tx: Tx, partnerId: string): Promise<StoredRows> => ({
  requests: await copyRows(tx, t, eq(t.partnerId, partnerId)),
});

/** Gives a restored partner its requests; what was pending waits again. */
export async function putBackOf(tx: Tx, partnerId: string, { requests = [] }: StoredRows): Promise<void> {
  await tx
    .update(t)
    .set({ partnerId, formerPartner: null })
    .where(and(inArray(t.id, storedIds(requests)), isNull(t.partnerId), isNotNull(t.formerPartner)));
  await setBack(tx, t, {
    rows: requests.filter(({ status }) => status === "pending"),
    columns: [t.status, t.reason, t.reviewedAt, t.reviewedBy, t.lastDecision],
    when: sql`${t.reason} = 'partner_deleted' and ${t.partnerId} = ${partnerId}`,
  });
}
