import { PLACE } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import type { PublicResult } from "../../../modules/places/search/schema.ts";
import { type Category, KIND_NAMES } from "../../../shared/places/places.ts";

type Described = Pick<
  PublicPlace,
  "name" | "address" | "city" | "state" | "category" | "subcategory" | "tier"
>;

/** `Restaurant · Yemeni`. */
export function kindOf({
  category,
  subcategory,
}: Pick<PublicResult, "category" | "subcategory"> | Described) {
  const kind = KIND_NAMES[category as Category];
  if (subcategory === "" || subcategory.toLowerCase() === kind.toLowerCase()) return kind;
  return `${kind} · ${subcategory}`;
}

export const addressOf = ({ address, city, state }: Pick<Described, "address" | "city" | "state">): string =>
  `${address}, ${city}, ${state}`;

export const titleOf = ({ name, city, state, tier }: Described): string =>
  tier === null ? PLACE.masjidTitle(name, city, state) : PLACE.title(name, city, state);

/** Opens the claim of this place in the partner portal, after the sign-in if there is none. */
export const claimLink = ({ id }: Pick<PublicPlace, "id">): string => `/partner?claim=${id}`;
