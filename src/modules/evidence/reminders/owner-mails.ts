import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { type Day, dayAfter, daysFrom, longDay } from "../../../shared/places/day.ts";
import { type HalalStatus, TIER_NAMES } from "../../../shared/places/places.ts";
import { mailText, pageUrl, post } from "../../mail/service.ts";
import { addressOf } from "../../partners/queries.ts";
import type { TierBasis } from "../renewals/schema.ts";

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
    ...(ending.renewing ? [RENEWING] : renewal(deps, place, ending.basis)),
    `See what everyone sees:\n${pageUrl(deps, `/places/${place.id}`)}`,
  ];
  await post(tx, deps, {
    to,
    kind: "tier-ends",
    subject: `${place.name}: “${TIER_NAMES[ending.tier]}” ${endsWhen(ending)}`,
    text: mailText(deps, ...paragraphs),
  });
  return true;
}

const RENEWING =
  "Your new certificate has arrived. We are reading it and will ask its issuer, so there is nothing you need to do.";

function endsWhen({ until, today }: EndingTier): string {
  const left = daysFrom(today, until);
  if (left < 0) return `ended on ${longDay(until)}`;
  return left === 0 ? "ends today" : `ends on ${longDay(until)}`;
}

function whatEnds({ name, city, state }: OwnedPlace, ending: EndingTier): readonly string[] {
  const { tier, next, until, today, basis } = ending;
  const left = daysFrom(today, until);
  const where = `${name} in ${city}, ${state}`;
  const shown = `“${TIER_NAMES[tier]}”`;
  if (left < 0)
    return [
      `${where} was shown as ${shown} until ${longDay(until)}. ${WHY_ENDED[basis]}`,
      `People now see “${TIER_NAMES[next]}” instead.`,
    ];
  const when = left === 0 ? "today" : `${longDay(until)}, ${left === 1 ? "tomorrow" : `in ${left} days`}`;
  return [
    `${where} is shown as ${shown}. ${WHY_ENDS[basis]} ${when}.`,
    `From ${longDay(dayAfter(until))} on, people will see “${TIER_NAMES[next]}” instead.`,
  ];
}

const WHY_ENDS: Readonly<Record<TierBasis, string>> = {
  certificate: "The last day of its halal certificate is",
  declaration: "We ask once a year whether what is served has stayed the same. The last day of this year is",
  prior: "This dates from before we kept the evidence. Without a certificate its last day is",
};
const WHY_ENDED: Readonly<Record<TierBasis, string>> = {
  certificate: "That was the last day of its halal certificate.",
  declaration: "A year had passed since what is served was last confirmed.",
  prior: "This dated from before we kept the evidence, and we have not received a certificate since.",
};

function renewal(deps: Deps, { id }: OwnedPlace, basis: TierBasis): readonly string[] {
  const how =
    basis === "declaration"
      ? "If the place still serves no meat, no alcohol and no pork, confirm it with one press, and the tier stays."
      : "Take a photo of the new certificate and send it. Two of us read it, and we ask its issuer to confirm it.";
  return [how, `Renew:\n${pageUrl(deps, renewalPath(id))}`];
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
  const [tier, next] = [TIER_NAMES[lost.tier], TIER_NAMES[lost.next]];
  await post(tx, deps, {
    to,
    kind: "tier-ended",
    subject: `${place.name} is no longer shown as “${tier}”`,
    text: mailText(
      deps,
      `${place.name} in ${place.city}, ${place.state} was shown as “${tier}”. ${lost.why}`,
      `People now see “${next}” instead.`,
      `See what everyone sees:\n${pageUrl(deps, `/places/${place.id}`)}`,
      `If this is a mistake, write to ${deps.settings.brand.contactEmail}, and we will look into it with you.`,
    ),
  });
}
