import { and, asc, eq, gt, inArray, isNotNull, lte, notExists, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { addDays, type Day, dayIn, daysFrom, EARLIEST_ZONE } from "../../../shared/places/days.ts";
import { isFall } from "../../../shared/places/places.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { currentPois, lockPlace } from "../../places/public.ts";
import { hasWaitingRenewal, tierBasisOf } from "../renewals/queries.ts";
import { tierReminders } from "../table.ts";
import { recordOf } from "../tier/rows.ts";
import { recordsOf, rulesOf } from "../tier/service.ts";
import { tierOn } from "../tier/tier.ts";
import { postTierEnds } from "./owner-mails.ts";

type Place = NonNullable<Awaited<ReturnType<typeof lockPlace>>>;

const PAGE = 200; // places

/** Mails owners whose tier ends soon, each step once. Returns how many mails. */
export async function remindOwners(deps: Deps): Promise<number> {
  const { db, now } = deps;
  const today = dayIn(EARLIEST_ZONE, now());
  let mails = 0;
  for (let after = ""; ; ) {
    const due = await db.orm
      .select({ id: currentPois.id })
      .from(currentPois)
      .where(and(ending(today), notExists(reminded(deps, today)), gt(currentPois.id, after)))
      .orderBy(asc(currentPois.id))
      .limit(PAGE);
    for (const { id } of due) if (await db.transaction((tx) => remindOwner(tx, deps, id))) mails += 1;
    after = due.at(-1)?.id ?? after;
    if (due.length < PAGE) return mails;
  }
}

const ending = (today: Day) =>
  and(
    isNotNull(currentPois.tierUntil),
    lte(currentPois.tierUntil, addDays(today, STEPS[0])),
    inArray(currentPois.halalVerificationStatus, ["verified", "friendly"]),
  );

/** The reminders of the step that is due where the day begins first, or of a later one. */
function reminded({ db }: Deps, today: Day) {
  const left = sql`${currentPois.tierUntil} - ${today}::date`;
  const cases = STEPS.toReversed().map(
    (step) => sql`when ${left} <= ${sql.raw(String(step))} then ${sql.raw(String(step))}`,
  );
  return db.orm
    .select({ one: sql`1` })
    .from(tierReminders)
    .where(
      and(
        sql`${tierReminders.poiId} = ${currentPois.id}`,
        sql`${tierReminders.until} = ${currentPois.tierUntil}`,
        sql`${tierReminders.step} <= case ${sql.join(cases, sql` `)} end`,
      ),
    );
}

/** Returns whether a mail was written. */
async function remindOwner(tx: Tx, deps: Deps, id: string): Promise<boolean> {
  const place = await lockPlace(tx, id);
  return place !== null && (await remindOf(tx, deps, place));
}

/**
 * Mails the owner of a locked place the step that is due today, unless that was done. Also called when the tier has
 * ended, in case nothing ran on its last day.
 */
export async function remindOf(tx: Tx, deps: Deps, place: Place): Promise<boolean> {
  const { tierUntil: until, halalVerificationStatus: tier } = place;
  const next = place.tierChanges[0]?.tier;
  if (until === null || next === undefined || !isFall(tier, next)) return false;
  const timeZone = timeZoneOf(place);
  const today = dayIn(timeZone, deps.now());
  const step = stepOn(today, until);
  if (step === null) return false;
  const records = (await recordsOf(tx, place.id)).map((row) => recordOf(row, timeZone));
  const basis = tierBasisOf(tierOn(records, until, rulesOf(deps)).records);
  if (basis === null || !(await markDone(tx, deps, place.id, until, step))) return false;
  const renewing = await hasWaitingRenewal(tx, place);
  if (renewing && step > 0) return false;
  return postTierEnds(tx, deps, place, { tier, next, until, today, basis, renewing });
}

/** False if this step, or a later one, was done before. The lock of the place lets one instance in at a time. */
async function markDone(tx: Tx, deps: Deps, poiId: string, until: Day, step: Step): Promise<boolean> {
  const done = and(
    eq(tierReminders.poiId, poiId),
    eq(tierReminders.until, until),
    lte(tierReminders.step, step),
  );
  const [before] = await tx.select({ step: tierReminders.step }).from(tierReminders).where(done).limit(1);
  if (before) return false;
  await tx.insert(tierReminders).values({ poiId, until, step, at: deps.now() });
  return true;
}

/** An owner is mailed this many days before the last day of a tier: a certificate takes weeks to renew (docs/limits.md). */
const STEPS = [30, 14, 3, 0] as const;
type Step = (typeof STEPS)[number];

/**
 * The step that is due on a day: the nearest one, so that after an outage of days one mail is sent and not several. Null
 * while none is due; 0 also after the last day.
 */
function stepOn(today: Day, until: Day): Step | null {
  const left = Math.max(0, daysFrom(today, until));
  return STEPS.findLast((step) => left <= step) ?? null;
}
