import { and, desc, eq } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { putRows, takeRows } from "../../../db/query/stored-rows.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { TrashItem } from "../../audit/public.ts";
import { lockPlace, pois } from "../../places/public.ts";
import { fileReport } from "./service.ts";
import { placeReports as t } from "./table.ts";

const quarantined = eq(t.quarantined, true);

/** Quarantined reports, newest first, without the reporters' addresses: staff need not know who reports. */
export async function listQuarantined({ db }: Deps, limit: number) {
  const rows = await db.orm
    .select({ id: t.id, name: pois.name, message: t.text, createdAt: t.createdAt })
    .from(t)
    .innerJoin(pois, eq(pois.id, t.poiId))
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

/** Deletes a quarantined report; null if none has this id. The caller keeps it in the trash. */
export async function takeQuarantined(tx: Tx, id: string) {
  const held = and(eq(t.id, id), quarantined);
  const [row] = await tx
    .select({ label: pois.name, email: t.email })
    .from(t)
    .innerJoin(pois, eq(pois.id, t.poiId))
    .where(held);
  if (!row) return null;
  return { ...row, rows: { report: await takeRows(tx, t, held) } };
}

/** Restores a deleted report into the quarantine. Throws 409 if its place is gone. */
export async function restoreQuarantined(tx: Tx, { rows: { report = [] } }: TrashItem): Promise<void> {
  for (const { poi_id: poiId } of report)
    if (!(await lockPlace(tx, String(poiId))))
      throw new DomainError("conflict", "The place that this report is about is gone");
  await putRows(tx, t, report);
}
