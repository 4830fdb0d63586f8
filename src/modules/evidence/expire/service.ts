import { and, asc, gt, isNotNull, lte } from "drizzle-orm";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { internalCall } from "../../../core/rpc/internal-call.ts";
import { addDays, dayIn, EARLIEST_ZONE } from "../../../shared/places/day.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { record, skipAuditCheck } from "../../audit/service.ts";
import { lockPlace } from "../../pois/service.ts";
import { pois } from "../../pois/table.ts";
import { remindOf } from "../reminders/remind-owners.ts";
import { computeTier } from "../tier/service.ts";

const PAGE = 200; // places

/**
 * Stores the tiers that ended without a new record, so that the sync sends them; reads compare with the day and need no job.
 * Returns how many have ended, and the mails to their owners.
 */
export async function expireTiers(ctx: ActionContext) {
  const { db, now } = ctx.deps;
  skipAuditCheck(ctx); // each change has its own audit entry
  const over = addDays(dayIn(EARLIEST_ZONE, now()), -1);
  let [places, mails] = [0, 0];
  for (let after = ""; ; ) {
    const due = await db.orm
      .select()
      .from(pois)
      .where(and(isNotNull(pois.tierUntil), lte(pois.tierUntil, over), gt(pois.id, after)))
      .orderBy(asc(pois.id))
      .limit(PAGE);
    const ended = due.filter((place) => hasEnded(place, now()));
    for (const { id } of ended) if (await expireTier(ctx, id)) mails += 1;
    places += ended.length;
    after = due.at(-1)?.id ?? after;
    if (due.length < PAGE) return { places, mails };
  }
}

/** The same before a sync run, which sends the tiers of today, whenever the job ran last. */
export async function expireTiersBeforeSync(deps: Deps): Promise<void> {
  const principal = { kind: "schedule" } as const;
  const invocation = { action: "admin.evidence.expire", auditRecords: 0 };
  await expireTiers({ deps, call: internalCall("schedule", principal), invocation, principal });
}

/** A day does not end at the same time in every time zone. */
const hasEnded = (place: typeof pois.$inferSelect, now: Date): boolean =>
  place.tierUntil !== null && place.tierUntil < dayIn(timeZoneOf(place), now);

/** Returns whether a mail was written. */
const expireTier = (ctx: ActionContext, id: string): Promise<boolean> =>
  ctx.deps.db.transaction(async (tx) => {
    const before = await lockPlace(tx, id);
    if (!before || !hasEnded(before, ctx.deps.now())) return false; // it has a new tier
    const mailed = await remindOf(tx, ctx.deps, before); // in case nothing ran on the last day
    await computeTier(tx, ctx.deps, before);
    const after = await lockPlace(tx, id);
    const tierOf = (place: typeof before | null) => ({
      halalVerificationStatus: place?.halalVerificationStatus,
    });
    await record(tx, ctx, { subject: id, before: tierOf(before), after: tierOf(after) });
    return mailed;
  });
