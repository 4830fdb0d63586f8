import type { Point } from "../../../shared/places/places.ts";
import { readCities, type StoredCities } from "./geonames/stored.ts";
import { firstWhere, type Grid } from "./grid.ts";

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
  /** The row of the city with a postal code (`codeNumber`), as far as it clearly belongs to one. */
  readonly rowOfCode: (code: number) => number | undefined;
  readonly grid: Grid;
}

/** Of a degree in the file. */
export const MILLI = 1_000;
/** Letters in front of a label. */
const STATE = 2;

export function readColumns(): Columns {
  const stored = readCities();
  const { ids, populations, latitudes, longitudes, metroIds, codes, codeRows, byPlace, squares } = stored;
  const labels = new TextDecoder().decode(stored.labels);
  const labelAt = (row: number) => labels.slice(stored.labelEnds[row - 1] ?? 0, stored.labelEnds[row]);
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
  return {
    ids,
    metroIds,
    cityAt,
    cityOf: (id) => cityOf(stored, id, cityAt),
    names: nameIndexOf(stored),
    rowOfCode(code) {
      const at = firstWhere(codes.length, (index) => (codes[index] ?? 0) >= code);
      return codes[at] === code ? codeRows[at] : undefined;
    },
    grid: { at: pointAt, order: byPlace, squares },
  };
}

function cityOf({ ids, byId }: StoredCities, id: number, cityAt: Columns["cityAt"]): City | null {
  const row = byId[firstWhere(byId.length, (index) => (ids[byId[index] ?? 0] ?? 0) >= id)];
  return row !== undefined && ids[row] === id ? cityAt(row) : null;
}

/** A ZIP code, or the first three characters of a Canadian postal code, as a number: a small key. */
export const codeNumber = (code: string): number =>
  /^\d/.test(code) ? Number(code) : -Number.parseInt(code, 36);

/** The rows of cities by the keys of their names (`nameKey`). */
interface NameIndex {
  /** The rows of the cities with exactly this key. */
  named(key: string): readonly number[];
  /** The rows of the cities with a word that starts with the text, in order; at most `limit` that are accepted. */
  starting(text: string, limit: number, accepts: (row: number) => boolean): readonly number[];
}

function nameIndexOf({
  keys,
  keyStarts: starts,
  keyRows: rows,
  keysSorted: sorted,
}: StoredCities): NameIndex {
  const text = new TextDecoder().decode(keys);
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
