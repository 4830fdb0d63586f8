import { readFileSync } from "node:fs";
import type { Point } from "../../../shared/places/places.ts";
import { firstWhere, type Grid, gridOf } from "./grid.ts";
import { nameKey, OTHER_NAMES } from "./names.ts";

/** A city of the USA or Canada. */
export interface City extends Point {
  /** The id in GeoNames. */
  readonly id: number;
  readonly name: string;
  /** Two letters of the state or province. */
  readonly state: string;
  readonly population: number;
  /** The id of the main city of its metro; a main city's own id. See `geonames/metros.ts` for the rule. */
  readonly metroId: number;
}

/**
 * All cities as columns, the most populous first: a server holds them for as long as it runs, and as many objects would
 * take several times the memory. A row becomes an object only while a question is answered.
 */
export interface Columns {
  readonly ids: Int32Array;
  readonly metroIds: Int32Array;
  readonly cityAt: (row: number) => City;
  /** Null for an unknown id. */
  readonly cityOf: (id: number) => City | null;
  readonly names: NameIndex;
  /** The row of the city with a postal code, as far as it clearly belongs to one. */
  readonly codes: ReadonlyMap<number, number>;
  readonly grid: Grid;
}

const MILLI = 1_000; // the file has three decimals
const STATE = 2; // letters

export function readColumns(): Columns {
  const { labels, ids, populations, latitudes, longitudes, metroIds } = read();
  const labelAt = joined(labels);
  const pointAt = (row: number) => ({
    latitude: (latitudes[row] ?? 0) / MILLI,
    longitude: (longitudes[row] ?? 0) / MILLI,
  });
  const cityAt = (row: number): City => ({
    id: ids[row] ?? 0,
    name: labelAt(row).slice(STATE),
    state: labelAt(row).slice(0, STATE),
    population: populations[row] ?? 0,
    ...pointAt(row),
    metroId: metroIds[row] ?? 0,
  });
  const rowOf = searchOf(ids);
  const cityOf = (id: number) => {
    const row = rowOf(id);
    return row === undefined ? null : cityAt(row);
  };
  const names = nameIndexOf(labels.map((label, row) => [ids[row] ?? 0, label.slice(STATE)]));
  return { ids, metroIds, cityAt, cityOf, names, codes: readCodes(rowOf), grid: gridOf(ids.length, pointAt) };
}

function read() {
  const file = readFileSync(new URL("geonames/cities.tsv", import.meta.url), "utf8");
  const lines = file.trimEnd().split("\n");
  const ids = new Int32Array(lines.length);
  const [populations, latitudes, longitudes, metroIds] = [ids.slice(), ids.slice(), ids.slice(), ids.slice()];
  const labels = lines.map((line, row) => {
    const [id, name, state, population, latitude, longitude, metroId] = line.split("\t");
    ids[row] = Number(id);
    populations[row] = Number(population);
    latitudes[row] = Math.round(Number(latitude) * MILLI);
    longitudes[row] = Math.round(Number(longitude) * MILLI);
    metroIds[row] = Number(metroId);
    return `${state}${name}`;
  });
  return { labels, ids, populations, latitudes, longitudes, metroIds };
}

function readCodes(rowOf: (id: number) => number | undefined): ReadonlyMap<number, number> {
  const file = readFileSync(new URL("geonames/postal-codes.txt", import.meta.url), "utf8");
  const codes = new Map<number, number>();
  for (const line of file.trimEnd().split("\n")) {
    const [start = "", ...cities] = line.split(" ");
    for (const city of cities) {
      const [id, ends = ""] = city.split(":");
      const row = rowOf(Number(id));
      if (row === undefined) throw new Error(`postal-codes.txt names the city ${id}, which cities.tsv lacks`);
      for (const end of ends.match(/\d\d|[A-Z]/g) ?? []) codes.set(codeNumber(start + end), row);
    }
  }
  return codes;
}

/** A ZIP code, or the first three characters of a Canadian postal code, as a number: a small key. */
export const codeNumber = (code: string): number =>
  /^\d/.test(code) ? Number(code) : -Number.parseInt(code, 36);

/** Texts as one. */
function joined(texts: readonly string[]): (index: number) => string {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [index, text] of texts.entries()) ends[index] = end += text.length;
  const all = texts.join("");
  return (index) => all.slice(ends[index - 1] ?? 0, ends[index]);
}

/** Finds the row of an id. */
function searchOf(ids: Int32Array): (id: number) => number | undefined {
  const idAt = (row: number) => ids[row] ?? 0;
  const sorted = Uint16Array.from(ids.keys()).sort((a, b) => idAt(a) - idAt(b));
  return (id) => {
    const row = sorted[firstWhere(sorted.length, (index) => idAt(sorted[index] ?? 0) >= id)];
    return row !== undefined && ids[row] === id ? row : undefined;
  };
}

/** The rows of cities by the keys of their names (`nameKey`). */
interface NameIndex {
  /** The rows of the cities with exactly this key. */
  named(key: string): readonly number[];
  /** The rows of the cities with a word that starts with the text, in order; at most `limit` that are accepted. */
  starting(text: string, limit: number, accepts: (row: number) => boolean): readonly number[];
}

/** Indexes the ids and names of the cities, by row. */
function nameIndexOf(cities: readonly (readonly [id: number, name: string])[]): NameIndex {
  const { text, rows, starts, sorted } = columnsOf(cities);
  const keyAt = (index: number) => text.slice((starts[index] ?? 0) + 1, (starts[index + 1] ?? 0) - 1);

  function named(key: string): readonly number[] {
    const found: number[] = [];
    const first = firstWhere(sorted.length, (index) => keyAt(sorted[index] ?? 0) >= key);
    for (const index of sorted.subarray(first)) {
      if (keyAt(index) !== key) break;
      found.push(rows[index] ?? 0);
    }
    return found;
  }

  function starting(word: string, limit: number, accepts: (row: number) => boolean): readonly number[] {
    const found: number[] = [];
    let from = 0;
    while (found.length < limit) {
      const at = text.indexOf(` ${word}`, from);
      if (at === -1) break;
      const next = firstWhere(starts.length, (index) => (starts[index] ?? 0) > at);
      const row = rows[next - 1] ?? 0;
      if (row !== found.at(-1) && accepts(row)) found.push(row);
      from = starts[next] ?? text.length;
    }
    return found;
  }

  return { named, starting };
}

/** A function of its own, so that no closure that stays keeps the objects alive. */
function columnsOf(cities: readonly (readonly [id: number, name: string])[]) {
  const names = cities.flatMap(([id, name], row) =>
    [name, OTHER_NAMES.get(id) ?? []].flat().map((each) => ({ row, key: nameKey(each) })),
  );
  const starts = new Uint32Array(names.length + 1);
  for (const [index, { key }] of names.entries())
    starts[index + 1] = (starts[index] ?? 0) + key.length + " \n".length;
  return {
    /** Each key after ` ` and before a line break. */
    text: names.map(({ key }) => ` ${key}\n`).join(""),
    rows: Uint16Array.from(names, ({ row }) => row),
    starts,
    /** The numbers of the keys in alphabetical order. */
    sorted: Uint16Array.from(names.keys()).sort((a, b) => compare(names[a]?.key, names[b]?.key) || a - b),
  };
}

const compare = (a = "", b = ""): number => (a < b ? -1 : Number(a > b));
