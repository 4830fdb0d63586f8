import { and, desc, eq, gt, isNull, lte } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { UNDO_ACCEPTED } from "../../../shared/undo.ts";
import { lockPlace } from "../../pois/service.ts";
import { pois } from "../../pois/table.ts";
import { fileReport } from "../service.ts";
import { placeReports as t } from "../table.ts";

const quarantined = and(eq(t.quarantined, true), isNull(t.deletedAt));

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
 * Releases a quarantined report, which is filed as if it had arrived now, or deletes it. False if none has this id. Called
 * by `quarantine`, which records it.
 */
export async function resolveQuarantined(deps: Deps, tx: Tx, id: string, release: boolean): Promise<boolean> {
  const found = and(eq(t.id, id), quarantined);
  const at = deps.now();
  if (!release) {
    const deleted = await tx.update(t).set({ deletedAt: at }).where(found).returning({ id: t.id });
    return deleted.length === 1;
  }
  const [seen] = await tx.select({ poiId: t.poiId }).from(t).where(found);
  const place = seen ? await lockPlace(tx, seen.poiId) : null;
  const [row] = place ? await tx.delete(t).where(found).returning() : [];
  if (!place || !row) return false;
  const network = row.network ?? row.id;
  const released = { ...row, network, quarantined: false, createdAt: at, updatedAt: at };
  await fileReport(tx, deps, place, released);
  return true;
}

/** Brings a deleted report back into the quarantine; false if none can be restored. `quarantine` records it. */
export async function restoreQuarantined(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const restored = await tx
    .update(t)
    .set({ deletedAt: null })
    .where(and(eq(t.id, id), eq(t.quarantined, true), gt(t.deletedAt, restorableSince(deps))))
    .returning({ id: t.id });
  return restored.length === 1;
}

/** Removes deleted reports that can no longer be restored. */
export async function purgeDeletedReports(deps: Deps): Promise<void> {
  await deps.db.orm.delete(t).where(lte(t.deletedAt, restorableSince(deps)));
}

const restorableSince = ({ now }: Deps) => new Date(now().getTime() - UNDO_ACCEPTED);
