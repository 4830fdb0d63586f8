import { createReadStream } from "node:fs";
import { type Entry, textOf } from "../../../../core/files/csv-reader.ts";
import { saysClosed, toOurFields } from "../../import/dialects.ts";
import { placeList, renamer } from "../../import/list-fields.ts";
import { readGeojson } from "./json-list.ts";
import {
  type Fields,
  firstText,
  namesIn,
  type ReadOptions,
  type RowDetails,
  type Source,
  saysHalal,
  textOr,
} from "./source.ts";

/** A GeoJSON file of any program. */
export const geojson: Source = { read, firstRow: 0, fieldsOf: toOurFields, detailsOf: listDetails };

async function* read(path: string, { gazetteer }: ReadOptions): AsyncGenerator<readonly Entry[]> {
  const named = renamer(placeList(gazetteer));
  for await (const entries of readGeojson(textOf(createReadStream(path))))
    yield entries.map((entry) => ("fields" in entry ? { ...entry, fields: named(entry.fields) } : entry));
}

/** What a list of any maker says of a place besides its fields. */
export function listDetails(given: Fields, fields: Fields): RowDetails {
  const words = [given.category, given.subcategory, given.cuisine, given.halalCertificate];
  const status = textOr(fields.halalVerificationStatus);
  return {
    externalId: firstText(given.placeId, given["@id"], given.ref, given.id, given.ID, given.Id),
    names: namesIn(given),
    categoryRule: ruleOf(given, fields),
    hours: firstText(given.opening_hours, given.hours, given.Hours),
    isHalal: status === "reported" || status === "verified" || saysHalal(...words),
    isClosed: saysClosed(given),
  };
}

const KINDS = ["amenity", "religion", "shop", "office", "building"] as const;
const OTHERS = ["primaryType", "types", "categories", "fsq_category_labels"] as const; // of Google, Overture and Foursquare

/** The values that said what kind of a place it is, else its name. */
function ruleOf(given: Fields, fields: Fields): string {
  if (textOr(given.category) !== "") return `category=${textOr(given.category)}`;
  const tags = KINDS.flatMap((key) => (textOr(given[key]) === "" ? [] : `${key}=${textOr(given[key])}`));
  if (tags.length > 0) return tags.join(" ");
  const other = OTHERS.find((key) => given[key] !== undefined && given[key] !== null);
  if (other === undefined) return `name=${textOr(fields.name)}`;
  return `${other}=${textOr(given[other]) || JSON.stringify(given[other])}`;
}
