import { readFileSync } from "node:fs";
import { programFile } from "../../../../env/program.ts";

/**
 * What a server needs of the cities, as it holds it: parsing and sorting names at the first use held everything else for
 * 100 ms. Texts are UTF-8.
 */
const COLUMNS = {
  ids: Int32Array,
  populations: Int32Array,
  /** Thousandths of a degree, as the longitudes. */
  latitudes: Int32Array,
  longitudes: Int32Array,
  metroIds: Int32Array,
  /** The ends of the labels, `NYNew York City`, in their text. */
  labelEnds: Int32Array,
  /** The starts of the keys of names in their text, and its end. */
  keyStarts: Int32Array,
  /** The squares of `grid.ts`, in the order of `byPlace`. */
  squares: Int32Array,
  /** Postal codes as numbers, in order. */
  codes: Int32Array,
  codeRows: Uint16Array,
  /** The rows by id. */
  byId: Uint16Array,
  /** The rows by square. */
  byPlace: Uint16Array,
  keyRows: Uint16Array,
  /** The numbers of the keys in alphabetical order. */
  keysSorted: Uint16Array,
  labels: Uint8Array,
  /** Each key after ` ` and before a line break. */
  keys: Uint8Array,
} as const; // the larger the items, the earlier, so that each column is aligned

export type StoredCities = { readonly [Name in keyof typeof COLUMNS]: InstanceType<(typeof COLUMNS)[Name]> };

const NAMES = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];
/** Written by `generate.ts`. */
export const CITIES_FILE = programFile("src/modules/places/gazetteer/geonames/cities.bin");

/** The bytes of the file: how many items each column has, then the columns. */
export const packCities = (stored: StoredCities): Buffer =>
  Buffer.concat([
    bytesOf(Int32Array.from(NAMES, (name) => stored[name].length)),
    ...NAMES.map((name) => bytesOf(stored[name])),
  ]);

const bytesOf = ({ buffer, byteOffset, byteLength }: StoredCities[keyof StoredCities]): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Reads the file; the columns are views of its bytes. */
export function readCities(): StoredCities {
  const { buffer } = new Uint8Array(readFileSync(CITIES_FILE));
  const lengths = new Int32Array(buffer, 0, NAMES.length);
  let at = lengths.byteLength;
  const columns = NAMES.map((name, n) => {
    const column = new COLUMNS[name](buffer, at, lengths[n]);
    at += column.byteLength;
    return [name, column];
  });
  return Object.fromEntries(columns) as unknown as StoredCities; // each name with its own kind of column
}
