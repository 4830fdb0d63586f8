import type { Point } from "../../../shared/places/places.ts";
import { citySlug } from "../../../shared/places/slug.ts";
import { type City, type Columns, codeNumber, readColumns } from "./columns.ts";
import { nearestIn, pointsWithin } from "./grid.ts";
import { nameKey, type Reading, readingsOf } from "./names.ts";

/** As shown and kept with a signup: `Dearborn, MI`. No two cities have the same. */
export const cityLabel = ({ name, state }: Pick<City, "name" | "state">): string => `${name}, ${state}`;

/** The cities of the USA and Canada with 1,000 people or more, in memory. Read on first use: most processes need none. */
export interface Gazetteer {
  /** Null for an unknown id. */
  city(id: number): City | null;
  /** Cities with a word that starts with the text, the most populous first. `Springfield, IL` and `st louis` work. */
  search(text: string, limit: number): readonly City[];
  /**
   * The city that a text means: a ZIP or postal code, a name with its state, or a name that only one city has or whose
   * largest city has ten times the people of the next. Null if it is none or ambiguous.
   */
  meaning(text: string): City | null;
  /** The city whose page has this address: `dearborn-mi`. Other spellings of its name find it too: `saint-louis-mo`. */
  withSlug(slug: string): City | null;
  /** The nearest city, or the nearest one of a state; null if none is within 250 km. */
  nearest(point: Point, state?: string): City | null;
  /** The cities within so many km, the nearest first. */
  around(point: Point, km: number): readonly City[];
  /** The cities of a state, the most populous first. */
  inState(state: string): readonly City[];
  /** The main cities of all metros, the most populous first. */
  metros(): readonly City[];
  /** The ids of all cities of these metros. */
  citiesOf(metroIds: readonly number[]): readonly number[];
}

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly gazetteer: Gazetteer;
  }
}

/** Incremented when a text or a place may mean another city: those of all places, and unknown ones of people, are read again. */
export const GAZETTEER_VERSION = 2;

const DOMINANT = 10; // times the people of the next city of the same name
const NEAREST_MAX = 250; // km

export function createGazetteer(): Gazetteer {
  let columns: Columns | undefined;
  const loaded = () => (columns ??= readColumns());
  return {
    city: (id) => loaded().cityOf(id),
    search: (text, limit) => search(loaded(), text, limit),
    meaning: (text) => meaning(loaded(), text),
    withSlug: (slug) => withSlug(loaded(), slug),
    nearest: (point, state) => nearest(loaded(), point, state),
    around: (point, km) => pointsWithin(loaded().grid, point, km).map(loaded().cityAt),
    inState: (state) => inState(loaded(), state),
    metros: () => metros(loaded()),
    citiesOf: (metroIds) => citiesOf(loaded(), metroIds),
  };
}

/** A ZIP code with or without its last four digits, or a Canadian postal code or its first half. */
const CODE = /^\s*(?:(\d{5})(?:-\d{4})?|([a-z]\d[a-z])(?:[ -]?\d[a-z]\d)?)\s*$/i;

/** Undefined for a text that is no postal code, null if it does not clearly belong to a city. */
function cityOfCode({ rowOfCode, cityAt }: Columns, text: string): City | null | undefined {
  const [, zip, start] = CODE.exec(text) ?? [];
  const code = zip ?? start?.toUpperCase();
  if (code === undefined) return undefined;
  const row = rowOfCode(codeNumber(code));
  return row === undefined ? null : cityAt(row);
}

function search(columns: Columns, text: string, limit: number): readonly City[] {
  const ofCode = cityOfCode(columns, text);
  if (ofCode) return [ofCode].slice(0, limit);
  const { names, cityAt } = columns;
  const found = readingsOf(text).flatMap((reading) =>
    names.starting(reading.name, limit, (row) => hasState(cityAt(row), reading)),
  );
  return [...new Set(found)]
    .sort((a, b) => a - b)
    .slice(0, limit)
    .map(cityAt);
}

function meaning(columns: Columns, text: string): City | null {
  const ofCode = cityOfCode(columns, text);
  if (ofCode !== undefined) return ofCode;
  const { names, cityAt } = columns;
  const matches = readingsOf(text).flatMap((reading) =>
    names.named(reading.name).filter((row) => hasState(cityAt(row), reading)),
  );
  const [first, second] = [...new Set(matches)].map(cityAt).sort((a, b) => b.population - a.population);
  if (!first) return null;
  return !second || first.population >= DOMINANT * second.population ? first : null;
}

/** Of two cities with one slug, which differ in an accent, the one with more people. */
function withSlug({ names, cityAt }: Columns, slug: string): City | null {
  const [, name = "", state = ""] = /^([a-z0-9-]{1,80})-([a-z]{2})$/.exec(slug) ?? [];
  const cities = names
    .named(nameKey(name.replaceAll("-", " ")))
    .map(cityAt)
    .filter((city) => city.state === state.toUpperCase())
    .sort((a, b) => b.population - a.population);
  return cities.find((city) => citySlug(city) === slug) ?? cities[0] ?? null;
}

const hasState = ({ state }: City, { states }: Reading): boolean => states?.includes(state) ?? true;

function nearest({ grid, cityAt }: Columns, point: Point, state?: string): City | null {
  const accepts = (row: number) => state === undefined || cityAt(row).state === state;
  const row = nearestIn(grid, point, NEAREST_MAX, accepts);
  return row === null ? null : cityAt(row);
}

const inState = ({ ids, cityAt }: Columns, state: string): readonly City[] =>
  Array.from(ids, (_, row) => cityAt(row)).filter((city) => city.state === state);

function metros({ ids, metroIds, cityAt }: Columns): readonly City[] {
  const found: City[] = [];
  for (const [row, id] of ids.entries()) if (id === metroIds[row]) found.push(cityAt(row));
  return found;
}

function citiesOf({ ids, metroIds }: Columns, wanted: readonly number[]): readonly number[] {
  const metros = new Set(wanted);
  return [...ids].filter((_, row) => metros.has(metroIds[row] ?? 0));
}
