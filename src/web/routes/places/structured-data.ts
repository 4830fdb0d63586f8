import { PLACE } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { openingHoursSpecification } from "../../../shared/places/fact-texts.ts";
import { type Category, KIND_NAMES } from "../../../shared/places/places.ts";
import { cityPath, placePath } from "../../../shared/places/slug.ts";
import type { Crumb } from "../../kit/site/breadcrumbs.tsx";

type Described = Pick<
  PublicPlace,
  "name" | "address" | "city" | "state" | "category" | "subcategory" | "tier" | "facts" | "prayer"
>;

/** `Restaurant · Yemeni`. */
export function kindOf({ category, subcategory }: Pick<Described, "category" | "subcategory">) {
  const kind = KIND_NAMES[category as Category];
  if (subcategory === "" || subcategory.toLowerCase() === kind.toLowerCase()) return kind;
  return `${kind} · ${subcategory}`;
}

export const addressOf = ({ address, city, state }: Pick<Described, "address" | "city" | "state">): string =>
  `${address}, ${city}, ${state}`;

export function titleOf({ name, city, state, tier, facts, prayer }: Described): string {
  if (tier !== null) return PLACE.title(name, city, state);
  return facts.jumuah || prayer?.friday
    ? PLACE.masjidTimesTitle(name, city, state)
    : PLACE.masjidTitle(name, city, state);
}

/** The way to a place's page: by the page of its city, if there is one. */
export const crumbsOf = (place: PublicPlace): readonly Crumb[] => [
  { name: PLACE.cities, path: "/cities" },
  ...(place.cityPage
    ? [{ name: `${place.cityPage.name}, ${place.cityPage.state}`, path: cityPath(place.cityPage) }]
    : []),
  { name: place.name, path: placePath(place) },
];

/** Opens the claim of this place in the partner portal, after the sign-in if there is none. */
export const claimLink = ({ id }: Pick<PublicPlace, "id">): string => `/partner?claim=${id}`;

const TYPES = {
  restaurant: "Restaurant",
  mosque: "Mosque",
  grocery: "GroceryStore",
  services: "LocalBusiness",
  retail: "Store",
} as const satisfies Record<Category, string>;

const CANADA = new Set("AB BC MB NB NL NS NT NU ON PE QC SK YT".split(" "));

/** A place for search engines (schema.org). */
export function structuredData(place: PublicPlace, url: string): object {
  const { name, address, city, state, zipCode, phone, website, latitude, longitude } = place;
  return {
    "@context": "https://schema.org",
    "@type": TYPES[place.category as Category],
    "@id": url,
    name,
    url: website || url,
    ...(website && { mainEntityOfPage: url }),
    address: {
      "@type": "PostalAddress",
      streetAddress: address,
      addressLocality: city,
      addressRegion: state,
      ...(zipCode && { postalCode: zipCode }),
      addressCountry: CANADA.has(state) ? "CA" : "US",
    },
    ...(latitude !== null &&
      longitude !== null && { geo: { "@type": "GeoCoordinates", latitude, longitude } }),
    ...hoursData(place),
    ...(phone && { telephone: `+1 ${phone}` }),
    ...(place.tier !== null &&
      place.category === "restaurant" && { servesCuisine: place.subcategory || "Halal" }),
  };
}

/** The hours in force; none for a place that is closed for good. */
function hoursData({ facts, today }: PublicPlace): object {
  const specification =
    facts.hours && !facts.closed?.value ? openingHoursSpecification(facts.hours.value, today) : [];
  return specification.length === 0 ? {} : { openingHoursSpecification: specification };
}
