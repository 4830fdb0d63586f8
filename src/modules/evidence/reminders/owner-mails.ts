import { TIER_ENDS, TIER_LOST } from "../../../copy/en/emails.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { type Day, dayAfter, daysFrom, longDay } from "../../../shared/places/days.ts";
import { type HalalStatus, TIER_NAMES } from "../../../shared/places/places.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { mailText, pageUrl, post } from "../../mail/public.ts";
import { addressOf } from "../../partners/public.ts";
import type { TierBasis } from "../schema.ts";

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
