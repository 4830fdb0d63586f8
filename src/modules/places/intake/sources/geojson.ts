import { createReadStream } from "node:fs";
import { type Entry, textOf } from "../../../../core/files/csv-reader.ts";
import { saysClosed, toOurFields } from "../../import/dialects.ts";
import { placeList, renamer } from "../../import/list-fields.ts";
import { readGeojson } from "./json-list.ts";
import {
  type Fields,
  firstText,
  type Marks,
  namesIn,
  type ReadOptions,
  type Source,
  saysHalal,
  textOr,
} from "./marks.ts";

/** A GeoJSON file of any program. */
export const geojson: Source = { read, firstRow: 0, fieldsOf: toOurFields, marksOf: listMarks };

async function* read(path: string, { gazetteer }: ReadOptions): AsyncGenerator<readonly Entry[]> {
  const named = renamer(placeList(gazetteer));
  for await (const entries of readGeojson(textOf(createReadStream(path))))
    yield entries.map((entry) => ("fields" in entry ? { ...entry, fields: named(entry.fields) } : entry));
}

/** What a list of any maker says of a place besides its fields. */
export function listMarks(given: Fields, fields: Fields): Marks {
  const { category, subcategory, cuisine } = given;
  const status = textOr(fields.halalVerificationStatus);
  return {
    externalId: firstText(given.placeId, given["@id"], given.ref, given.id, given.ID, given.Id),
    names: namesIn(given),
    categoryRule: ruleOf(given, fields),
    hours: firstText(given.opening_hours, given.hours, given.Hours),
    isHalal: status === "reported" || status === "verified" || saysHalal(category, subcategory, cuisine),
    isClosed: saysClosed(given),
  };
}

const KINDS = ["category", "amenity", "religion", "shop", "office", "building"] as const;

/** The values that said what kind of a place it is, else its name. */
function ruleOf(given: Fields, fields: Fields): string {
  const said = KINDS.filter((key) => textOr(given[key]) !== "");
  const keys = said[0] === "category" ? said.slice(0, 1) : said;
  return keys.length === 0
    ? `name=${textOr(fields.name)}`
    : keys.map((key) => `${key}=${textOr(given[key])}`).join(" ");
}
