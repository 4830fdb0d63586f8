import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { isPhone, phoneDigits } from "../../../shared/phone.ts";
import { distance, type Point } from "../../../shared/places/places.ts";
import { withTierToday } from "../../../shared/places/tier-today.ts";
import { asPartnerSees } from "../queries.ts";
import type { Place, searchInput } from "../schema.ts";
import type { FoundPlace } from "./found-place.ts";
import { FIT, fitOf, hasAllWordsOf } from "./interpretation/fit.ts";
import { lookUp } from "./look-up.ts";
import { findPlacesAgain, placesFrom } from "./search.ts";
import type { PlaceQuery } from "./search-plan.ts";
import { placesWithPhone } from "./search-statement.ts";

/**
 * Searches places by name, street, city or phone number, for a partner. Best first: whole words, prefixes, parts of words,
 * and words of four letters or more with one typing error. With a position, the nearest of those that match equally well.
 */
export async function searchAsPartner(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  { near, ...input }: z.output<typeof searchInput>,
): Promise<Place[]> {
  const found = isPhone(input.query)
    ? await placesFrom(deps.db, placesWithPhone(phoneDigits(input.query), input))
    : await placesFor(deps, input);
  const now = deps.now();
  return (near ? nearestFirst(near, input.query, found) : found).map(({ seq: _, ...row }) =>
    asPartnerSees(principal, withTierToday(row, now)),
  );
}

/** As a visitor's search reads it, if no place has all words. */
async function placesFor(deps: Deps, input: PlaceQuery): Promise<readonly FoundPlace[]> {
  const { query, city, category, limit } = input;
  const found = await findPlacesAgain(deps, input);
  const fit = fitOf(query);
  const fits = found.map((place) => ({ place, fit: Math.min(fit(place), FIT.inexact) }));
  const best = fits.toSorted((a, b) => a.fit - b.fit).map(({ place }) => place);
  if (city !== "" || found.some((place) => fit(place) < FIT.none)) return best;
  const asked = { q: query, city, category, near: null, asTyped: false, limit, isPublic: false };
  const { ranked, zipCode } = await lookUp(deps, asked);
  const isElsewhere = (place: FoundPlace) => Number(zipCode !== "" && place.zipCode !== zipCode);
  const read = ranked.map(([place]) => place).toSorted((a, b) => isElsewhere(a) - isElsewhere(b));
  return [...new Map([...read, ...best].map((place) => [place.id, place])).values()].slice(0, limit);
}

/** Places that have all words come first, and of either kind the nearest; those without a position last. */
function nearestFirst(from: Point, query: string, places: readonly FoundPlace[]): readonly FoundPlace[] {
  const hasAllWords = hasAllWordsOf(query);
  const keyed = places.map((place) => {
    const { latitude, longitude } = place;
    const away =
      latitude === null || longitude === null ? Number.MAX_VALUE : distance(from, { latitude, longitude });
    return { place, rank: Number(!hasAllWords(place)), away };
  });
  return keyed.sort((a, b) => a.rank - b.rank || a.away - b.away).map(({ place }) => place);
}
