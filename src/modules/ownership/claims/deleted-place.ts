import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { storedIds } from "../../../db/query/stored-rows.ts";
import type { StoredRows } from "../../audit/trash/table.ts";
import { renewals } from "../../evidence/renewals/table.ts";
import { isUnattached } from "../../evidence/uploads/queries.ts";
import { evidenceFiles as f } from "../../evidence/uploads/table.ts";
import { poiClaims as t } from "./table.ts";

/** The claims of a place that is about to be deleted, and the files of its renewals, for `putBackOfPlace`. */
export async function copyOfPlace(tx: Tx, poiId: string): Promise<StoredRows> {
  const ofPlace = tx.select({ id: renewals.id }).from(renewals).where(eq(renewals.poiId, poiId));
  return {
    claims: await tx.select({ id: t.id }).from(t).where(eq(t.poiId, poiId)),
    renewalFiles: await tx
      .select({ id: f.id, renewal: f.renewalId })
      .from(f)
      .where(inArray(f.renewalId, ofPlace)),
  };
}

/**
 * Links the claims to the restored place and the files to its renewals, which are back. Returns how many files were deleted
 * or used elsewhere.
 */
export async function putBackOfPlace(
  tx: Tx,
  poiId: string,
  { claims, renewalFiles = [] }: StoredRows,
): Promise<number> {
  await tx
    .update(t)
    .set({ poiId })
    .where(and(inArray(t.id, storedIds(claims)), isNull(t.poiId)));
  const { rowCount } = await tx.execute(sql`
    update ${f} set renewal_id = d.renewal from jsonb_to_recordset(${JSON.stringify(renewalFiles)}::jsonb) d(id text, renewal text)
    where ${f.id} = d.id and ${f.removedAt} is null and ${isUnattached}`);
  return renewalFiles.length - rowCount;
}
