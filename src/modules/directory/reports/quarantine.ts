import { and, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { readJsonRows } from "../../../db/query/json-rows.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { StoredRows, TrashItem } from "../../audit/public.ts";
import { currentPois, lockPlace } from "../../places/public.ts";
import { fileReport } from "./service.ts";
import { placeReports as t } from "./table.ts";

const quarantined = and(eq(t.quarantined, true), isNull(t.deletedAt));

/** Quarantined reports, newest first, without the reporters' addresses: staff need not know who reports. */
export async function listQuarantined({ db }: Deps, limit: number) {
  const rows = await db.orm
    .select({ id: t.id, name: currentPois.name, message: t.text, createdAt: t.createdAt })
    .from(t)
    .innerJoin(currentPois, eq(currentPois.id, t.poiId))
    .where(quarantined)
    .orderBy(desc(t.createdAt))
    .limit(limit);
  return rows.map((row) => ({ ...row, form: "report" as const, email: "" }));
}

/**
 * Releases a quarantined report, which is filed as if it had arrived now. False if none has this id. The
 * caller records it.
 */
export async function releaseQuarantined(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const found = and(eq(t.id, id), quarantined);
  const at = deps.now();
  const [seen] = await tx.select({ poiId: t.poiId }).from(t).where(found);
  const place = seen ? await lockPlace(tx, seen.poiId) : null;
  const [row] = place ? await tx.delete(t).where(found).returning() : [];
  if (!place || !row) return false;
  const network = row.network ?? row.id;
  const released = { ...row, network, quarantined: false, createdAt: at, updatedAt: at };
  await fileReport(tx, deps, place, released);
  return true;
}

/** Deletes a quarantined report; null if none has this id. The caller lists it in the trash. */
export async function removeQuarantined({ now }: Deps, tx: Tx, id: string) {
  const [deleted] = await tx
    .update(t)
    .set({ deletedAt: now() })
    .from(currentPois)
    .where(and(eq(t.id, id), quarantined, eq(currentPois.id, t.poiId)))
    .returning({ label: currentPois.name, email: t.email });
  return deleted ?? null;
}

/** Restores a deleted report into the quarantine; nothing if it is not of this form. Throws 409 if its place is gone. */
export async function restoreQuarantined(tx: Tx, { id }: TrashItem): Promise<void> {
  const deleted = and(eq(t.id, id), isNotNull(t.deletedAt));
  const [report] = await tx.select({ poiId: t.poiId }).from(t).where(deleted);
  if (report && !(await lockPlace(tx, report.poiId)))
    throw new DomainError("conflict", "The place that this report is about is gone");
  await tx.update(t).set({ deletedAt: null }).where(deleted);
}

/** Deletes reports in the trash for good. */
export const purge = (tx: Tx, ids: readonly string[]) =>
  tx.delete(t).where(and(inArray(t.id, [...ids]), isNotNull(t.deletedAt)));

/** The row of a report in the trash. */
export async function deletedRows(tx: Tx, id: string): Promise<StoredRows> {
  const report = await readJsonRows(tx, t, and(eq(t.id, id), isNotNull(t.deletedAt)));
  return report.length === 0 ? {} : { report };
}
