import type { Category } from "../../../shared/places/places.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The properties of a place under the names of this product, from those of OpenStreetMap (and AllThePlaces, which writes
 * the same), Overture Maps or Google. A property that has our name already stays.
 */
export function toOurFields(given: Fields): Fields {
  const found = [openStreetMap, overture, google]
    .flatMap((dialect) => Object.entries(dialect(given)))
    .filter(([name, value]) => value !== "" && value !== undefined && !isText(given[name]));
  return found.length === 0 ? given : { ...given, ...Object.fromEntries(found) };
}

const isText = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (isText(value) ? String(value) : "");
const firstText = (...values: readonly unknown[]): string => values.map(text).find(Boolean) ?? "";
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** https://wiki.openstreetmap.org/wiki/Key:addr */
function openStreetMap(given: Fields): Fields {
  const addr = (name: string) => text(given[`addr:${name}`]);
  const kind = kindOf(given);
  if (kind === null && !Object.keys(given).some((name) => name.startsWith("addr:"))) return {};
  const line = [addr("housenumber"), addr("street")].filter(Boolean).join(" ");
  const unit = addr("unit");
  const isHalal = /^(?:yes|only)$/.test(text(given["diet:halal"]));
  return {
    name: firstText(given.name, given["name:en"], given.brand),
    address: firstText(addr("street_address"), line && unit ? `${line} #${unit}` : line, addr("full")),
    city: addr("city"),
    state: firstText(addr("state"), addr("province")),
    zipCode: addr("postcode"),
    phone: text(given["contact:phone"]),
    website: text(given["contact:website"]),
    category: kind ?? "",
    subcategory: text(given.cuisine).split(";")[0]?.replaceAll("_", " ") ?? "",
    halalVerificationStatus: isHalal ? "reported" : "",
  };
}

const SERVICES =
  /^(?:bank|bureau_de_change|clinic|dentist|doctors|kindergarten|money_transfer|pharmacy|school)$/;

/** What the tags of OpenStreetMap say that a place is; null if they do not. */
function kindOf({ amenity, religion, shop, office, building }: Fields): Category | null {
  if (amenity === "place_of_worship" || religion !== undefined)
    return religion === "muslim" || building === "mosque" ? "mosque" : null;
  if (isText(amenity) && SERVICES.test(String(amenity))) return "services";
  return (
    categoryOf(amenity) ?? categoryOf(shop) ?? (isText(shop) ? "retail" : isText(office) ? "services" : null)
  );
}

const WORDS: readonly (readonly [RegExp, Category])[] = [
  [/(?:^|_)(?:mosque|masjid)$/, "mosque"],
  [
    /(?:^|_)(?:restaurant|fast_food|cafe|coffee_shop|food_court|ice_cream|pizzeria|diner|eatery)$/,
    "restaurant",
  ],
  [
    /(?:^|_)(?:supermarket|grocery|grocery_store|convenience|convenience_store|butcher|butcher_shop|deli|bakery|greengrocer|food_store|marketplace|halal_market)$/,
    "grocery",
  ],
];

/** The category that a word of a source means, such as `middle_eastern_restaurant`. */
const categoryOf = (word: unknown): Category | null =>
  WORDS.find(([pattern]) => isText(word) && pattern.test(String(word)))?.[1] ?? null;

/** https://docs.overturemaps.org/schema/reference/places/place */
function overture({
  names,
  categories,
  basic_category: basic,
  addresses,
  phones,
  websites,
  ...given
}: Fields): Fields {
  const [address] = Array.isArray(addresses) ? addresses : [];
  if (!isFields(names) || !isFields(address)) return {};
  const primary = isFields(categories) ? firstText(categories.primary, categories.main) : "";
  return {
    name: given.name === undefined ? text(names.primary) : "",
    address: text(address.freeform),
    city: text(address.locality),
    state: text(address.region),
    zipCode: text(address.postcode),
    phone: text(firstOf(phones)),
    website: text(firstOf(websites)),
    category: categoryOf(primary) ?? categoryOf(basic) ?? "",
  };
}

const FORMATTED =
  /^(.+), ([^,]+), ([A-Z]{2})(?: (\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d))?(?:, (?:USA|United States|Canada))?$/;

/** Of the Places API in both versions, and of a list that was saved in Google Maps. */
function google(given: Fields): Fields {
  const saved = isFields(given.location) ? given.location : isFields(given.Location) ? given.Location : {};
  const shown = isFields(given.displayName) ? given.displayName.text : given.displayName;
  const line = firstText(given.formattedAddress, given.formatted_address, saved.address, saved.Address);
  const [, address, city, state, zipCode] = FORMATTED.exec(line) ?? [];
  const types = [given.primaryType, ...(Array.isArray(given.types) ? given.types : [])];
  return {
    name: firstText(shown, saved.name, saved["Business Name"]),
    ...(address !== undefined && { address, city, state, zipCode }),
    placeId: text(given.place_id),
    phone: firstText(given.nationalPhoneNumber, given.formatted_phone_number),
    website: text(given.websiteUri),
    category: types.map(categoryOf).find((category) => category !== null) ?? "",
  };
}
