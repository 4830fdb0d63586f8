import { and, asc, eq, gt, inArray, isNotNull, lte, notExists, sql } from "drizzle-orm";
import { TIER_ENDS, TIER_LOST } from "../../../copy/en/emails.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import {
  addDays,
  type Day,
  dayAfter,
  dayIn,
  daysFrom,
  EARLIEST_ZONE,
  longDay,
} from "../../../shared/places/days.ts";
import { type HalalStatus, isFall, TIER_NAMES } from "../../../shared/places/places.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { mailText, pageUrl, post } from "../../mail/public.ts";
import { addressOf } from "../../partners/public.ts";
import { currentPois, lockPlace } from "../../places/public.ts";
import { hasWaitingRenewal, tierBasisOf } from "../renewals/queries.ts";
import type { TierBasis } from "../schema.ts";
import { tierReminders } from "../table.ts";
import { recordOf } from "../tier/rows.ts";
import { recordsOf, rulesOf } from "../tier/service.ts";
import { tierOn } from "../tier/tier.ts";

interface OwnedPlace {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly ownerId: string | null;
}

interface EndingTier {
  readonly tier: HalalStatus;
  /** The tier after it. */
  readonly next: HalalStatus;
  /** Its last day, which may have passed. */
  readonly until: Day;
  readonly today: Day;
  readonly basis: TierBasis;
  /** Whether the owner has sent a new certificate that staff have not recorded yet. */
  readonly renewing: boolean;
}

/** Mails the owner of a place that its tier ends. Returns false for a place without an owner. */
export async function postTierEnds(
  tx: Tx,
  deps: Deps,
  place: OwnedPlace,
  ending: EndingTier,
): Promise<boolean> {
  const to = await addressOf(tx, place.ownerId);
  if (to === null) return false;
  const paragraphs = [
    ...whatEnds(place, ending),
    ...(ending.renewing ? [TIER_ENDS.renewing] : renewal(deps, place, ending.basis)),
    TIER_ENDS.seePage(pageUrl(deps, placePath(place))),
  ];
  await post(tx, deps, {
    to,
    kind: "tier-ends",
    subject: TIER_ENDS.subject(place.name, quoted(ending.tier), endsWhen(ending)),
    text: mailText(deps, ...paragraphs),
  });
  return true;
}

const quoted = (tier: HalalStatus): string => TIER_ENDS.quoted(TIER_NAMES[tier]);

function endsWhen({ until, today }: EndingTier): string {
  const left = daysFrom(today, until);
  if (left < 0) return TIER_ENDS.endedOn(longDay(until));
  return left === 0 ? TIER_ENDS.endsToday : TIER_ENDS.endsOn(longDay(until));
}

function whatEnds({ name, city, state }: OwnedPlace, ending: EndingTier): readonly string[] {
  const { next, until, today, basis } = ending;
  const left = daysFrom(today, until);
  const where = TIER_ENDS.where(name, city, state);
  const tier = quoted(ending.tier);
  if (left < 0)
    return [
      TIER_ENDS.shownUntil(where, tier, longDay(until), TIER_ENDS.whyEnded[basis]),
      TIER_ENDS.nowInstead(quoted(next)),
    ];
  const when = left === 0 ? TIER_ENDS.today : TIER_ENDS.when(longDay(until), left);
  return [
    TIER_ENDS.shown(where, tier, TIER_ENDS.whyEnds[basis], when),
    TIER_ENDS.laterInstead(longDay(dayAfter(until)), quoted(next)),
  ];
}

function renewal(deps: Deps, { id }: OwnedPlace, basis: TierBasis): readonly string[] {
  const how = basis === "declaration" ? TIER_ENDS.confirm : TIER_ENDS.send;
  return [how, TIER_ENDS.renew(pageUrl(deps, renewalPath(id)))];
}

/** Where the owner of a place renews its tier. */
export const renewalPath = (poiId: string) => `/partner?tab=pois&renew=${encodeURIComponent(poiId)}` as const;

/** Mails the owner of a place that it lost its tier before its day. Does nothing for a place without an owner. */
export async function postTierLost(
  tx: Tx,
  deps: Deps,
  place: OwnedPlace,
  lost: { readonly tier: HalalStatus; readonly next: HalalStatus; readonly why: string },
): Promise<void> {
  const to = await addressOf(tx, place.ownerId);
  if (to === null) return;
  const tier = quoted(lost.tier);
  const where = TIER_ENDS.where(place.name, place.city, place.state);
  await post(tx, deps, {
    to,
    kind: "tier-ended",
    subject: TIER_LOST.subject(place.name, tier),
    text: mailText(
      deps,
      TIER_LOST.was(where, tier, lost.why),
      TIER_ENDS.nowInstead(quoted(lost.next)),
      TIER_ENDS.seePage(pageUrl(deps, placePath(place))),
      TIER_LOST.mistake(deps.settings.brand.contactEmail),
    ),
  });
}

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
