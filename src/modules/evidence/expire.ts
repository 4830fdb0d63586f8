import { and, asc, gt, isNotNull, lte } from "drizzle-orm";
import { type ActionContext, actingAs, type Deps } from "../../core/rpc/context.ts";
import { internalCall } from "../../core/rpc/internal-call.ts";
import { addDays, dayIn, EARLIEST_ZONE } from "../../shared/places/days.ts";
import type { HalalStatus } from "../../shared/places/places.ts";
import { tierToday } from "../../shared/places/tier-today.ts";
import { timeZoneOf } from "../../shared/places/time-zone.ts";
import { record, skipAuditCheck } from "../audit/public.ts";
import { currentPois, lockPlace } from "../places/public.ts";
import { remindIssuers } from "./reminders/remind-issuers.ts";
import { remindOf, remindOwners } from "./reminders/remind-owners.ts";
import { remindSuppliers } from "./suppliers/remind.ts";
import { computeTier } from "./tier/service.ts";

const PAGE = 200; // places

/**
 * Stores the tiers that ended without a new record, so that the sync sends them; reads compare with the day and need no
 * job. Returns how many have ended, and the mails to their owners.
 */
async function expireTiers(ctx: ActionContext) {
  skipAuditCheck(ctx); // each change has its own audit entry
  let [places, mails] = [0, 0];
  for await (const { id } of endedPlaces(ctx.deps)) {
    if (await expireTier(ctx, id)) mails += 1;
    places += 1;
  }
  return { places, mails };
}

/** The places whose stored tier has ended, in pages by id. */
async function* endedPlaces({ db, now }: Deps) {
  const over = addDays(dayIn(EARLIEST_ZONE, now()), -1);
  for (let after = ""; ; ) {
    const due = await db.orm
      .select()
      .from(currentPois)
      .where(
        and(isNotNull(currentPois.tierUntil), lte(currentPois.tierUntil, over), gt(currentPois.id, after)),
      )
      .orderBy(asc(currentPois.id))
      .limit(PAGE);
    yield* due.filter((place) => hasEnded(place, now()));
    after = due.at(-1)?.id ?? after;
    if (due.length < PAGE) return;
  }
}

/** The tiers of today of these places by id, for a dry run of the sync, which stores none. */
export async function endedTiers(deps: Deps): Promise<ReadonlyMap<string, HalalStatus>> {
  const tiers = new Map<string, HalalStatus>();
  for await (const place of endedPlaces(deps)) tiers.set(place.id, tierToday(place, deps.now()));
  return tiers;
}

/**
 * The same before a sync run, which sends the tiers of today, whenever the job ran last. Does nothing while the sweeps
 * catch up.
 */
export async function expireTiersBeforeSync(deps: Deps): Promise<void> {
  if (await deps.clock.isCatchingUp()) return;
  const principal = { kind: "schedule" } as const;
  const invocation = { action: "admin.evidence.expire", auditRecords: 0 };
  await expireTiers(actingAs({ deps, call: internalCall("schedule", principal), invocation }, principal));
}

/** A day does not end at the same time in every time zone. */
const hasEnded = (place: typeof currentPois.$inferSelect, now: Date): boolean =>
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

/**
 * The hourly job: stores the tiers that have ended and writes the mails that are due. Returns how many of each. While
 * the sweeps catch up it ends no tier, unless an operator says so: what is stored stays if the clock is set right.
 */
export async function expireAndRemind(ctx: ActionContext) {
  const { deps } = ctx;
  if (ctx.principal.kind === "schedule" && (await deps.clock.isCatchingUp())) {
    skipAuditCheck(ctx);
    return { success: true as const, places: 0, ownerMails: 0, issuerMails: 0 };
  }
  const { places, mails } = await expireTiers(ctx);
  const ownerMails = mails + (await remindOwners(deps)) + (await remindSuppliers(deps));
  return { success: true as const, places, ownerMails, issuerMails: await remindIssuers(deps) };
}
