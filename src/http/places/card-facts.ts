import type { CardFacts } from "../../modules/directory/pages/card/card-svg.ts";
import type { PublicPlace } from "../../modules/evidence/public/schema.ts";
import { type Category, KIND_NAMES } from "../../shared/places/places.ts";

/** What the picture for social networks says about a place. */
export function cardFactsOf(place: PublicPlace, brand: string): CardFacts {
  const { name, city, state, tier, since, until, revokedOn } = place;
  const kind = `${KIND_NAMES[place.category as Category]} in ${city}, ${state}`;
  return { name, kind, tier, since, until, revokedOn, brand };
}
