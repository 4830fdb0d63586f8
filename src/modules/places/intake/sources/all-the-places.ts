import { createReadStream } from "node:fs";
import { type Entry, textOf } from "../../../../core/files/csv-reader.ts";
import { wholeAddress } from "../../import/dialects.ts";
import { readGeojson } from "./json-list.ts";
import { osm, osmFields } from "./osm.ts";
import {
  categoryRefusal,
  countryRefusal,
  type Fields,
  firstText,
  isFields,
  isText,
  type RowDetails,
  type Source,
  startOf,
  textOr,
} from "./source.ts";

/** What All The Places reads on the pages of chains, with the tags of OpenStreetMap. https://github.com/alltheplaces/alltheplaces/blob/master/DATA_FORMAT.md */
export const allThePlaces: Source = { read, firstRow: 0, fieldsOf, detailsOf };

async function* read(path: string): AsyncGenerator<readonly Entry[]> {
  const license = licenseIn((await startOf(path)).toString());
  for await (const entries of readGeojson(textOf(createReadStream(path))))
    yield license === ""
      ? entries
      : entries.map((entry) =>
          "fields" in entry ? { ...entry, fields: { license, ...entry.fields } } : entry,
        );
}

const ATTRIBUTES = /"dataset_attributes"\s*:\s*(\{[^{}]*\})/;

/** The license of a file whose maker has one of its own, which is said at its start; empty if it says none. */
function licenseIn(start: string): string {
  const [, text = "{}"] = ATTRIBUTES.exec(start) ?? [];
  try {
    const attributes: unknown = JSON.parse(text);
    return isFields(attributes) ? textOr(attributes.license) : "";
  } catch {
    return "";
  }
}

function fieldsOf(given: Fields): Fields | string {
  const fields = osmFields(given);
  const word = firstText(given.amenity, given.shop, given.office, given.leisure, given.tourism);
  const refused = countryRefusal(given["addr:country"]) ?? categoryRefusal(fields.category, word);
  const { latitude, longitude } = given;
  return refused ?? { latitude, longitude, ...fields, ...wholeAddress(fields) };
}

function detailsOf(given: Fields, fields: Fields): RowDetails {
  const { ref, "@spider": spider, end_date: end, license } = given;
  const marks = osm.detailsOf(given, fields);
  return {
    ...marks,
    externalId: isText(spider) && isText(ref) ? `${spider}:${ref}` : "",
    isClosed: marks.isClosed || isText(end),
    license: textOr(license) || undefined,
  };
}
