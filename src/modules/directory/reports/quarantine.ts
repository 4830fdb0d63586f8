import { and, desc, eq } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { putRows, type StoredRow, takeRows } from "../../../db/query/stored-rows.ts";
import { DomainError } from "../../../shared/errors.ts";
import { lockPlace } from "../../places/service.ts";
import { pois } from "../../places/table.ts";
import { fileReport } from "./service.ts";
import { placeReports as t } from "./table.ts";

const quarantined = eq(t.quarantined, true);

/** Quarantined reports, newest first, without the reporters' addresses; called by `quarantine`. */
export function listQuarantined({ db }: Deps, limit: number) {
  return db.orm
    .select({ id: t.id, placeName: pois.name, text: t.text, createdAt: t.createdAt })
    .from(t)
    .innerJoin(pois, eq(pois.id, t.poiId))
    .where(quarantined)
    .orderBy(desc(t.createdAt))
    .limit(limit);
}

/**
 * Releases a quarantined report, which is filed as if it had arrived now. False if none has this id. Called by
 * `quarantine`, which records it.
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

/** Deletes a quarantined report; null if none has this id. `quarantine` keeps it in the trash. */
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

/** Puts a deleted report back into the quarantine. Throws 409 if its place is gone. Called by `quarantine`. */
export async function putBackQuarantined(tx: Tx, rows: readonly StoredRow[]): Promise<void> {
  for (const { poi_id: placeId } of rows)
    if (!(await lockPlace(tx, String(placeId))))
      throw new DomainError("conflict", "The place that this report is about is gone");
  await putRows(tx, t, rows);
}
