import { createReadStream } from "node:fs";
import { csvRecords, type Entry, textOf } from "../../../../core/files/csv-reader.ts";
import { FileError } from "../../../../core/files/file-error.ts";
import type { Category } from "../../../../shared/places/places.ts";
import { isClosedForGood, readCategory } from "../../import/clear-values.ts";
import { pointOfWkb, readParquet } from "./parquet.ts";
import { isParquet } from "./parquet-footer.ts";
import {
  categoryRefusal,
  countryRefusal,
  type Fields,
  firstText,
  type RowDetails,
  type Source,
  saysHalal,
  startOf,
  textOr,
} from "./source.ts";

/** Foursquare's open places, as Parquet or CSV. https://docs.foursquare.com/data-products/docs/places-os-data-schema */
export const foursquare: Source = { read, firstRow: 0, fieldsOf, detailsOf };

const COLUMNS = [
  "fsq_place_id",
  "name",
  "latitude",
  "longitude",
  "geom",
  "address",
  "locality",
  "region",
  "postcode",
  "country",
  "date_closed",
  "tel",
  "website",
  "fsq_category_labels",
] as const;
const REQUIRED = ["fsq_place_id", "name", "fsq_category_labels"] as const;
const NOT_FOURSQUARE = `The file has no columns ${REQUIRED.join(", ")}, as places of Foursquare have.`;

async function* read(path: string): AsyncGenerator<readonly Entry[]> {
  const batches = isParquet(await startOf(path)) ? readParquet(path, COLUMNS) : csvRows(path);
  let at = 0;
  for await (const rows of batches) {
    const [first] = rows;
    if (at === 0 && first && !REQUIRED.every((name) => name in first)) throw new FileError(NOT_FOURSQUARE);
    yield rows.map((fields) => ({ at: at++, fields }));
  }
}

/** The rows of a CSV file by the names in its first line. */
async function* csvRows(path: string): AsyncGenerator<Fields[]> {
  let header: readonly string[] | undefined;
  for await (const records of csvRecords(textOf(createReadStream(path)))) {
    const rows: Fields[] = [];
    for (const { fields } of records) {
      if (header) rows.push(Object.fromEntries(header.map((name, n) => [name, fields[n] ?? ""])));
      else header = fields.map((name) => name.trim());
    }
    if (header && !REQUIRED.every((name) => header?.includes(name))) throw new FileError(NOT_FOURSQUARE);
    yield rows;
  }
  if (!header) throw new FileError("The file is empty.");
}

function fieldsOf(given: Fields): Fields | string {
  const fields = foursquareFields(given);
  const refused = countryRefusal(given.country) ?? categoryRefusal(fields.category, labelsOf(given)[0]);
  if (refused !== null) return refused;
  const point = given.geom instanceof Uint8Array ? pointOfWkb(given.geom) : null;
  return {
    ...fields,
    name: given.name,
    address: given.address,
    latitude: given.latitude ?? point?.latitude,
    longitude: given.longitude ?? point?.longitude,
  };
}

/** The fields of a place of Foursquare under our names; none of other places. */
export function foursquareFields(given: Fields): Fields {
  if (given.fsq_category_labels === undefined) return {};
  const kind = kindOf(given);
  const last = kind?.label.split(" > ").at(-1) ?? "";
  return {
    city: textOr(given.locality),
    state: textOr(given.region),
    zipCode: textOr(given.postcode),
    phone: textOr(given.tel),
    website: textOr(given.website),
    category: kind?.category ?? "",
    subcategory: kind?.category === "restaurant" ? last.replace(/ ?Restaurant$/, "") : "",
  };
}

/** What the upper levels of its tree of categories mean. */
const LEVELS: readonly (readonly [RegExp, Category | null])[] = [
  [/^Dining and Drinking > (?:Bar|Night Club|Brewery|Winery|Distillery|Vineyard|Cidery|Meadery)\b/, null],
  [/^Retail > Food and Beverage Retail > (?:Beer|Wine|Liquor)/, null],
  [/^Dining and Drinking\b/, "restaurant"],
  [/^Retail > Food and Beverage Retail\b/, "grocery"],
  [/^Retail\b/, "retail"],
  [
    /^(?:Business and Professional Services|Health and Medicine|Community and Government > Education)\b/,
    "services",
  ],
];

function kindOf(given: Fields): { readonly category: Category; readonly label: string } | null {
  for (const label of labelsOf(given)) {
    const level = LEVELS.find(([pattern]) => pattern.test(label));
    const own = level?.[1] === null ? null : readCategory(label.split(" > ").at(-1) ?? "");
    const category = own ?? level?.[1] ?? null;
    if (category !== null) return { category, label };
  }
  return null;
}

const LABELS_MAX = 20;
/** Between two labels of a text, not at a comma inside one. */
const NEXT_LABEL = /,\s*['"]?(?=[A-Z][^,>]* > )/;

/** `Dining and Drinking > Restaurant > Halal Restaurant`; in a CSV file all in one text. */
function labelsOf({ fsq_category_labels: labels }: Fields): readonly string[] {
  if (Array.isArray(labels)) return labels.slice(0, LABELS_MAX).map(textOr).filter(Boolean);
  const text = textOr(labels).trim();
  const list = text.slice(text.startsWith("[") ? 1 : 0, text.endsWith("]") ? -1 : undefined);
  return list.split(NEXT_LABEL, LABELS_MAX).map(unquoted).filter(Boolean);
}

/** Without a pattern: one that ends at the end of a text takes quadratic time. */
function unquoted(label: string): string {
  const text = label.trim();
  return text.slice(QUOTES.has(text.at(0)) ? 1 : 0, QUOTES.has(text.at(-1)) ? -1 : undefined);
}

const QUOTES: ReadonlySet<string | undefined> = new Set(["'", '"']);

function detailsOf(given: Fields): RowDetails {
  const kind = kindOf(given);
  return {
    externalId: firstText(given.fsq_place_id, given.fsq_id),
    names: {},
    categoryRule: kind ? `fsq_category_labels=${kind.label}` : "",
    hours: "",
    isHalal: saysHalal(...labelsOf(given)),
    isClosed: isClosedForGood(given),
  };
}
