import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { copyRows, setBack, storedIds } from "../../../db/query/stored-rows.ts";
import type { StoredRows } from "../../audit/trash/table.ts";
import { evidenceFiles } from "../../evidence/uploads/table.ts";
import { poiClaims as t } from "./table.ts";

/** The claims and files of a partner that is about to be deleted, for `putBackOf`. */
export async function copyOf(tx: Tx, partnerId: string): Promise<StoredRows> {
  return {
    claims: await copyRows(tx, t, eq(t.partnerId, partnerId)),
    files: await tx
      .select({ id: evidenceFiles.id })
      .from(evidenceFiles)
      .where(eq(evidenceFiles.partnerId, partnerId)),
  };
}

/**
 * Gives a restored partner its claims and files. What was pending waits again, if the place still has no owner, and once
 * for places that were merged since. Returns how many claims stay closed. The caller has given the places back.
 */
export async function putBackOf(tx: Tx, partnerId: string, { claims, files }: StoredRows): Promise<number> {
  for (const [table, rows] of [[t, claims] as const, [evidenceFiles, files] as const])
    await tx
      .update(table)
      .set({ partnerId, formerPartner: null })
      .where(
        and(inArray(table.id, storedIds(rows)), isNull(table.partnerId), isNotNull(table.formerPartner)),
      );
  const pending = (claims ?? []).filter(({ status }) => status === "pending");
  const isFree = sql`exists (select from pois where pois.id = ${t.poiId} and pois.owner_id is null)`;
  const another = sql`exists (select from poi_claims other where other.partner_id = ${partnerId}
    and other.poi_id = ${t.poiId} and other.status = 'pending')`;
  let reopened = 0;
  // one by one: two places can have been merged since
  for (const row of pending)
    reopened += await setBack(tx, t, {
      rows: [row],
      columns: [t.status, t.reason, t.reviewedAt, t.reviewedBy, t.moreRequestedAt, t.lastDecision],
      when: sql`${t.reason} = 'partner_deleted' and ${t.partnerId} = ${partnerId} and ${isFree} and not ${another}`,
    });
  return pending.length - reopened;
}
