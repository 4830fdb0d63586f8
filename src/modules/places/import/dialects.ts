import type { Category } from "../../../shared/places/places.ts";
import { isPostalCodeOf, PLACE_REGIONS, regionCode } from "../../../shared/places/regions.ts";
import { foursquareFields } from "../intake/sources/foursquare.ts";
import { isGone, osmFields } from "../intake/sources/osm.ts";
import { overtureFields } from "../intake/sources/overture.ts";
import { type Fields, firstText, isFields, isText, textOr } from "../intake/sources/source.ts";
import { categoryOfName, isClosedForGood, readCategory } from "./clear-values.ts";

/**
 * The properties of a place under the names of this product, from those of OpenStreetMap (and AllThePlaces, which writes
 * the same), Overture Maps or Google. A property that has our name already stays.
 */
export function toOurFields(given: Fields): Fields {
  let fields: Fields = { ...given, ...wholeAddress(given) };
  fields = { ...fields, ...cityWithState(fields) };
  for (const dialect of [osmFields, overtureFields, foursquareFields, google, parts])
    fields = completed(fields, dialect(fields));
  return completed(fields, deduced(fields));
}

/** Whether a source says that the place is closed for good. */
export const saysClosed = (given: Fields): boolean => isClosedForGood(given) || isGone(given);

function completed(fields: Fields, found: Fields): Fields {
  const added = Object.entries(found).filter(
    ([name, value]) => value !== "" && value !== undefined && !isText(fields[name]),
  );
  return added.length === 0 ? fields : { ...fields, ...Object.fromEntries(added) };
}

/** The category that a word of a source means, such as `middle_eastern_restaurant`. */
const categoryOf = (word: unknown): Category | null => (isText(word) ? readCategory(String(word)) : null);

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
    placeId: textOr(given.place_id),
    phone: firstText(given.nationalPhoneNumber, given.formatted_phone_number),
    website: textOr(given.websiteUri),
    category: types.map(categoryOf).find((category) => category !== null) ?? "",
  };
}

/** Of lists that split an address or a position into more columns, or write a position in one. */
function parts({ houseNumber, street, unit, position }: Fields): Fields {
  const line = [textOr(houseNumber).trim(), textOr(street).trim()].filter(Boolean).join(" ");
  const point = typeof position === "string" ? readPosition(position) : null;
  return {
    address: textOr(street).trim() === "" ? "" : withUnit(line, textOr(unit)),
    ...(point && { latitude: point.latitude, longitude: point.longitude }),
  };
}

const withUnit = (line: string, unit: string): string => {
  if (unit.trim() === "") return line;
  return /^[\dA-Z]{1,5}$/i.test(unit.trim()) ? `${line} #${unit.trim()}` : `${line}, ${unit.trim()}`;
};

const PAIR = /^\(?\s*(-?\d{1,3}[.]\d+)\s*[,; ]\s*(-?\d{1,3}[.]\d+)\s*\)?$/;
const WELL_KNOWN = /^(?:SRID=\d+;\s*)?POINT\s*\(\s*(-?\d{1,3}[.]?\d*)\s+(-?\d{1,3}[.]?\d*)\s*\)$/i;

/** The position in one text: `42.32, -83.17`, `(42.32, -83.17)`, or `POINT (-83.17 42.32)`, which has the longitude first. */
export function readPosition(text: string) {
  const [, latitude, longitude] = PAIR.exec(text.trim()) ?? [];
  if (latitude !== undefined) return { latitude: Number(latitude), longitude: Number(longitude) };
  const [, east, north] = WELL_KNOWN.exec(text.trim()) ?? [];
  return east === undefined ? null : { latitude: Number(north), longitude: Number(east) };
}

const ZIP_AT_END = /[,\s]+(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i;
const COUNTRY_AT_END = /,?\s+(?:USA|U\.S\.A\.|US|United States(?: of America)?|Canada)$/i;
const STATE_AT_END = /[,\s]+([A-Z]{2}|[A-Z][a-zé]+(?: [A-Z][a-z]+)?(?: (?:and|of) [A-Z][a-z]+)?)$/;

/** A list with the whole address in one column, and none for the city and the state. */
export function wholeAddress({ address, city, state, zipCode }: Fields): Fields {
  if (isText(city) || isText(state) || typeof address !== "string" || address.length > ADDRESS_MAX) return {};
  const place = cityAtEnd(address.trim().replace(COUNTRY_AT_END, ""));
  const line = place?.before.replace(/,\s*$/, "") ?? "";
  return place === null || line === "" ? {} : { ...located(place, zipCode), address: line };
}

const ADDRESS_MAX = 300; // characters

/** The city, the state and the postal code at the end of a text, and what comes before them. */
function cityAtEnd(whole: string) {
  const [, zipCode = ""] = ZIP_AT_END.exec(whole) ?? [];
  const rest = whole.replace(ZIP_AT_END, "");
  const [end = "", name = ""] = STATE_AT_END.exec(rest) ?? [];
  const state = regionCode(name, PLACE_REGIONS);
  if (state === null) return null;
  const before = rest.slice(0, -end.length);
  const comma = before.lastIndexOf(",");
  const city = before.slice(comma + 1).trim();
  return city === "" ? null : { before: before.slice(0, comma + 1), city, state, zipCode };
}

/** A postal code of its own column stays. */
const located = (
  { city, state, zipCode }: NonNullable<ReturnType<typeof cityAtEnd>>,
  own: unknown,
): Fields => ({
  city,
  state,
  ...(zipCode !== "" && !isText(own) && { zipCode }),
});

/** `Dearborn, MI 48126` in the column of the city, in a list that has none for the state. */
function cityWithState({ city, state, zipCode }: Fields): Fields {
  if (isText(state) || typeof city !== "string" || city.length > ADDRESS_MAX) return {};
  const place = cityAtEnd(city.trim().replace(COUNTRY_AT_END, ""));
  return place === null || place.before !== "" ? {} : located(place, zipCode);
}

/** What the other fields say: the category in the name, and the only state that has such a postal code. */
function deduced({ name, category, state, zipCode }: Fields): Fields {
  return {
    ...(!isText(category) && { category: categoryOfName(textOr(name)) ?? "" }),
    ...(!isText(state) && { state: onlyStateOf(textOr(zipCode).trim().toUpperCase()) }),
  };
}

export function onlyStateOf(zip: string): string {
  if (!/^(?:\d{5}|[A-Z]\d[A-Z])/.test(zip)) return "";
  const [only = "", another] = Object.keys(PLACE_REGIONS).filter((state) => isPostalCodeOf(zip, state));
  return another === undefined ? only : "";
}
