import { createReadStream } from "node:fs";
import { type Entry, textOf } from "../../../../core/files/csv-reader.ts";
import { FileError } from "../../../../core/files/file-error.ts";
import type { Category } from "../../../../shared/places/places.ts";
import { SOURCE_TERMS } from "../../../../shared/places/sources.ts";
import { isClosedForGood, readCategory } from "../../import/clear-values.ts";
import { readGeojson } from "./json-list.ts";
import { pointOfWkb, readParquet } from "./parquet.ts";
import { isParquet } from "./parquet-footer.ts";
import {
  categoryRefusal,
  countryRefusal,
  type Fields,
  firstOf,
  firstText,
  isFields,
  type RowDetails,
  type Source,
  saysHalal,
  startOf,
  textOr,
} from "./source.ts";

/** Places of Overture Maps, as GeoParquet or GeoJSON. https://docs.overturemaps.org/schema/reference/places/place */
export const overture: Source = { read, firstRow: 0, fieldsOf, detailsOf };

const COLUMNS = [
  "id",
  "geometry",
  ...["xmin", "xmax", "ymin", "ymax"].map((side) => `bbox.${side}`),
  "names.primary",
  "names.common.key",
  "names.common.value",
  "categories.primary",
  "categories.main",
  "categories.alternate",
  "basic_category",
  "taxonomy.primary",
  ...["freeform", "locality", "postcode", "region", "country"].map((part) => `addresses.${part}`),
  "phones",
  "websites",
  "operating_status",
  "sources.dataset",
  "sources.license",
];

async function* read(path: string): AsyncGenerator<readonly Entry[]> {
  if (!isParquet(await startOf(path))) {
    yield* readGeojson(textOf(createReadStream(path)));
    return;
  }
  let at = 0;
  for await (const rows of readParquet(path, COLUMNS)) {
    if (at === 0 && !(rows[0] && "names" in rows[0] && "addresses" in rows[0]))
      throw new FileError("The file has no columns names and addresses, as places of Overture Maps have.");
    yield rows.map((row) => ({ at: at++, fields: { ...row, ...positionOf(row) } }));
  }
}

/** From the geometry, else from the middle of its box. */
function positionOf({ geometry, bbox }: Fields): Fields {
  if (geometry instanceof Uint8Array) return pointOfWkb(geometry) ?? {};
  if (!isFields(bbox)) return {};
  const middle = (one: unknown, other: unknown) => (Number(one) + Number(other)) / 2;
  const [longitude, latitude] = [middle(bbox.xmin, bbox.xmax), middle(bbox.ymin, bbox.ymax)];
  return Number.isFinite(longitude + latitude) ? { longitude, latitude } : {};
}

function fieldsOf(given: Fields): Fields | string {
  const { latitude, longitude } = given;
  const fields = overtureFields(given);
  const refused =
    countryRefusal(addressOf(given).country) ?? categoryRefusal(fields.category, wordsOf(given)[0]?.[1]);
  return refused ?? { latitude, longitude, ...fields };
}

const addressOf = ({ addresses }: Fields): Fields => {
  const address = firstOf(addresses);
  return isFields(address) ? address : {};
};

/** The fields of a place of Overture Maps under our names; none of other places. */
export function overtureFields(given: Fields): Fields {
  const { names, addresses, phones, websites } = given;
  if (!isFields(names) || !Array.isArray(addresses)) return {};
  const address = addressOf(given);
  const kind = kindOf(given);
  return {
    name: textOr(names.primary),
    address: textOr(address.freeform),
    city: textOr(address.locality),
    state: textOr(address.region),
    zipCode: textOr(address.postcode),
    phone: textOr(firstOf(phones)),
    website: textOr(firstOf(websites)),
    category: kind?.category ?? "",
    subcategory: kind?.category === "restaurant" ? cuisineOf(kind.word) : "",
  };
}

/** `middle_eastern_restaurant` without the word that the category says. */
const cuisineOf = (word: string): string => word.replace(/_?restaurant$/, "").replaceAll("_", " ");

/** What the words of its schema mean that `readCategory` does not know. */
const KINDS: readonly (readonly [RegExp, Category])[] = [
  [/(?:^|_)(?:mosque|muslim_place_of_worship|islamic_place_of_worship)$/, "mosque"],
  [
    /^(?:eat_and_drink|food_and_drink|casual_eatery|bistro|bar_and_grill)$|_(?:eatery|joint|grill)$/,
    "restaurant",
  ],
  [/^(?:food_store|specialty_food|specialty_grocery_store|meat_shop|halal_shop)$/, "grocery"],
  [/_(?:store|shop|boutique|mall|dealer)$|^(?:retail|shopping|boutique|bookstore|jewelry)$/, "retail"],
  [
    /^(?:bank|dentist|doctor|pharmacy|school|tailor|lawyer|hospital|preschool)$|(?:_services?|_agency|_school|_clinic|_salon|_bank|_center|_lawyer)$/,
    "services",
  ],
];
const RELIGIOUS = /^(?:religious_organization|place_of_worship|religious_center)$/;

/** The words that say what kind of a place it is, the likeliest first, each with its key. */
function wordsOf({ categories, taxonomy, basic_category }: Fields): readonly (readonly [string, string])[] {
  const said = isFields(categories) ? categories : {};
  const primary = firstText(said.primary, said.main);
  const others = RELIGIOUS.test(primary) && Array.isArray(said.alternate) ? said.alternate : [];
  const words: (readonly [string, string])[] = [
    ["categories.primary", primary],
    ["categories.alternate", others.includes("mosque") ? "mosque" : ""],
    ["taxonomy.primary", isFields(taxonomy) ? textOr(taxonomy.primary) : ""],
    ["basic_category", textOr(basic_category)],
  ];
  return words.filter(([, word]) => word !== "");
}

/** The category, and the word of the source that chose it. */
function kindOf(given: Fields) {
  for (const [key, word] of wordsOf(given)) {
    const category = readCategory(word) ?? KINDS.find(([kind]) => kind.test(word))?.[1];
    if (category) return { category, word, rule: `${key}=${word}` };
  }
  return null;
}

function detailsOf(given: Fields): RowDetails {
  const { categories, taxonomy, basic_category, names } = given;
  const said = isFields(categories) ? categories : {};
  const alternate = Array.isArray(said.alternate) ? said.alternate : [];
  return {
    externalId: textOr(given.id),
    names: commonNames(isFields(names) ? names.common : null),
    categoryRule: kindOf(given)?.rule ?? "",
    hours: "",
    isHalal: saysHalal(
      said.primary,
      basic_category,
      isFields(taxonomy) ? taxonomy.primary : "",
      ...alternate,
    ),
    isClosed: isClosedForGood(given),
    license: licenseOf(given.sources),
  };
}

/** A map, or a list of keys and values, as some programs write one. */
function commonNames(common: unknown): Fields {
  if (isFields(common)) return common;
  if (!Array.isArray(common)) return {};
  const pairs = common.map((each) => (isFields(each) ? [each.key, each.value] : each));
  return Object.fromEntries(pairs.filter((pair) => Array.isArray(pair) && typeof pair[0] === "string"));
}

const DATASETS: Readonly<Record<string, string>> = {
  foursquare: SOURCE_TERMS.foursquare.license,
  openstreetmap: SOURCE_TERMS.osm.license,
  alltheplaces: SOURCE_TERMS.alltheplaces.license,
};

/** The licenses of those who said it, if one differs from that of most: `Apache-2.0 AND CDLA-Permissive-2.0`. */
function licenseOf(sources: unknown): string | undefined {
  if (!Array.isArray(sources)) return undefined;
  const licenses = sources.flatMap((source) => {
    if (!isFields(source)) return [];
    const dataset = textOr(source.dataset).toLowerCase().replaceAll(" ", "");
    return textOr(source.license) || DATASETS[dataset] || SOURCE_TERMS.overture.license;
  });
  const all = [...new Set(licenses)].toSorted().join(" AND ");
  return all === "" || all === SOURCE_TERMS.overture.license ? undefined : all;
}
