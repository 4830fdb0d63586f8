import { and, asc, gt, isNotNull, lte } from "drizzle-orm";
import type { ActionContext } from "../../core/rpc/context.ts";
import { addDays, dayIn } from "../../shared/places/day.ts";
import { record, skipAuditCheck } from "../audit/service.ts";
import { lockPlace } from "../pois/service.ts";
import { pois } from "../pois/table.ts";
import { computeTier } from "./tier/service.ts";

const PAGE = 200; // places
const EASTERNMOST = "Pacific/Guam"; // where a day ends first

/**
 * Stores the tiers that ended without a new record, so that the sync sends them; reads compare with the day and need no job.
 * Returns how many places it looked at.
 */
export async function expireTiers(ctx: ActionContext): Promise<number> {
  const { db, now } = ctx.deps;
  skipAuditCheck(ctx); // each change has its own audit entry
  const ended = addDays(dayIn(EASTERNMOST, now()), -1);
  let places = 0;
  for (let after = ""; ; ) {
    const due = await db.orm
      .select({ id: pois.id })
      .from(pois)
      .where(and(isNotNull(pois.tierUntil), lte(pois.tierUntil, ended), gt(pois.id, after)))
      .orderBy(asc(pois.id))
      .limit(PAGE);
    for (const { id } of due) await expireTier(ctx, id);
    places += due.length;
    after = due.at(-1)?.id ?? after;
    if (due.length < PAGE) return places;
  }
}

const expireTier = (ctx: ActionContext, id: string): Promise<void> =>
  ctx.deps.db.transaction(async (tx) => {
    const before = await lockPlace(tx, id);
    if (!before) return;
    await computeTier(tx, ctx.deps, before);
    const after = await lockPlace(tx, id);
    const tierOf = (place: typeof before | null) => ({
      halalVerificationStatus: place?.halalVerificationStatus,
    });
    await record(tx, ctx, { subject: id, before: tierOf(before), after: tierOf(after) });
  });
