import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../db/client.ts";
import { copyRows, type StoredRow, setBack, storedIds } from "../../db/query/stored-rows.ts";
import type { StoredRows } from "../audit/trash/table.ts";
import { placeProposals as p, placeTransfers as t } from "./table.ts";

/** The changes and transfers of a partner that is about to be deleted, for `putBackOf`. */
export const copyOf = async (tx: Tx, partnerId: string): Promise<StoredRows> => ({
  proposals: await copyRows(tx, p, eq(p.partnerId, partnerId)),
  transfers: await copyRows(tx, t, eq(t.partnerId, partnerId)),
  askedTransfers: await tx.select({ id: t.id }).from(t).where(eq(t.ownerId, partnerId)),
});

/**
 * Gives a restored partner its changes and transfers. What was pending waits again, where the place has the owner that it
 * needs. Transfers that others asked this partner for stay closed, as they were told so.
 */
export async function putBackOf(tx: Tx, partnerId: string, rows: StoredRows): Promise<void> {
  const { proposals = [], transfers = [], askedTransfers } = rows;
  for (const [table, stored] of [[p, proposals] as const, [t, transfers] as const])
    await tx
      .update(table)
      .set({ partnerId, formerPartner: null })
      .where(
        and(inArray(table.id, storedIds(stored)), isNull(table.partnerId), isNotNull(table.formerPartner)),
      );
  const asked = and(inArray(t.id, storedIds(askedTransfers)), isNull(t.ownerId));
  await tx.update(t).set({ ownerId: partnerId }).where(asked);
  await reopen(tx, partnerId, proposals, transfers);
}

async function reopen(
  tx: Tx,
  partnerId: string,
  proposals: readonly StoredRow[],
  transfers: readonly StoredRow[],
): Promise<void> {
  const isPending = ({ status }: { readonly status?: unknown }) => status === "pending";
  const anotherChange = sql`exists (select from place_proposals other where other.poi_id = ${p.poiId}
    and other.status = 'pending')`;
  const anotherTransfer = sql`exists (select from place_transfers other where other.poi_id = ${t.poiId}
    and other.partner_id = ${partnerId} and other.status = 'pending')`;
  // one by one: two places can have been merged since
  for (const row of proposals.filter(isPending))
    await setBack(tx, p, {
      rows: [row],
      columns: [p.status, p.reason, p.reviewedAt],
      when: sql`${p.reason} = 'partner_deleted' and ${p.partnerId} = ${partnerId} and not ${anotherChange} and
        exists (select from pois where pois.id = ${p.poiId} and pois.owner_id = ${partnerId})`,
    });
  for (const row of transfers.filter(isPending))
    await setBack(tx, t, {
      rows: [row],
      columns: [t.status, t.reason, t.reviewedAt],
      when: sql`${t.reason} = 'partner_deleted' and ${t.partnerId} = ${partnerId} and not ${anotherTransfer} and
        exists (select from pois where pois.id = ${t.poiId} and pois.owner_id = ${t.ownerId})`,
    });
}
