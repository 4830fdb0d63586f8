import { readFileSync } from "node:fs";
import type { Point } from "./distance.ts";
import { type Grid, gridOf, nearestIn } from "./grid.ts";
import { nameKey, OTHER_NAMES, type Reading, readingsOf } from "./names.ts";

/** A city of the USA or Canada. */
export interface City extends Point {
  /** Of GeoNames. */
  readonly id: number;
  readonly name: string;
  /** Two letters of the state or province. */
  readonly state: string;
  readonly population: number;
  /** The id of the main city of its metro; a main city's own id. See `geonames/metros.ts` for the rule. */
  readonly metroId: number;
}

/** As shown and kept with a signup: `Dearborn, MI`. No two cities have the same. */
export const cityLabel = ({ name, state }: Pick<City, "name" | "state">): string => `${name}, ${state}`;

/** The cities of the USA and Canada with 1,000 people or more, in memory. Read on first use: most processes need none. */
export interface Gazetteer {
  /** Null for an unknown id. */
  city(id: number): City | null;
  /** Cities with a word that starts with the text, the most populous first. `Springfield, IL` and `st louis` work. */
  search(text: string, limit: number): readonly City[];
  /**
   * The city that a text means: a name with its state, or a name that only one city has or whose largest city has ten
   * times the people of the next. Null if it is none or ambiguous.
   */
  meaning(text: string): City | null;
  /** The nearest city; null if none is within 250 km. */
  nearest(point: Point): City | null;
  /** The main cities of all metros, the most populous first. */
  metros(): readonly City[];
  /** The ids of all cities of these metros. */
  citiesOf(metroIds: readonly number[]): readonly number[];
}

declare module "../../core/rpc/context.ts" {
  interface State {
    readonly gazetteer: Gazetteer;
  }
}

interface Entry {
  readonly city: City;
  /** The `nameKey` of each of its names. */
  readonly keys: readonly string[];
}

interface Data {
  /** The most populous first. */
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<number, City>;
  readonly byName: ReadonlyMap<string, readonly City[]>;
  readonly grid: Grid<City>;
}

const DOMINANT = 10; // times the people of the next city of the same name
const NEAREST_MAX = 250; // km

export function createGazetteer(): Gazetteer {
  let data: Data | undefined;
  const loaded = () => (data ??= read());
  return {
    city: (id) => loaded().byId.get(id) ?? null,
    search: (text, limit) => search(loaded(), text, limit),
    meaning: (text) => meaning(loaded(), text),
    nearest: (point) => nearestIn(loaded().grid, point, NEAREST_MAX),
    metros: () => loaded().entries.flatMap(({ city }) => (city.id === city.metroId ? [city] : [])),
    citiesOf: (metroIds) =>
      loaded().entries.flatMap(({ city }) => (metroIds.includes(city.metroId) ? [city.id] : [])),
  };
}

function read(): Data {
  const file = readFileSync(new URL("geonames/cities.tsv", import.meta.url), "utf8");
  const entries = file.trimEnd().split("\n").map(entryOf);
  const cities = entries.map(({ city }) => city);
  const names = entries.flatMap(({ city, keys }) => keys.map((key) => ({ key, city })));
  return {
    entries,
    byId: new Map(cities.map((city) => [city.id, city])),
    byName: new Map(
      [...Map.groupBy(names, ({ key }) => key)].map(([key, same]) => [key, same.map(({ city }) => city)]),
    ),
    grid: gridOf(cities),
  };
}

function entryOf(line: string): Entry {
  const [id, name = "", state = "", population, latitude, longitude, metroId] = line.split("\t");
  const city = {
    id: Number(id),
    name,
    state,
    population: Number(population),
    latitude: Number(latitude),
    longitude: Number(longitude),
    metroId: Number(metroId),
  };
  const other = OTHER_NAMES.get(city.id);
  return { city, keys: [name, ...(other === undefined ? [] : [other])].map(nameKey) };
}

const hasState = ({ state }: City, { states }: Reading): boolean => states?.includes(state) ?? true;

function search({ entries }: Data, text: string, limit: number): readonly City[] {
  const readings = readingsOf(text);
  const found: City[] = [];
  for (const entry of entries) {
    const matches = (reading: Reading) =>
      hasState(entry.city, reading) && entry.keys.some((key) => ` ${key}`.includes(` ${reading.name}`));
    if (found.length === limit) break;
    if (readings.some(matches)) found.push(entry.city);
  }
  return found;
}

function meaning({ byName }: Data, text: string): City | null {
  const matches = readingsOf(text).flatMap((reading) =>
    (byName.get(reading.name) ?? []).filter((city) => hasState(city, reading)),
  );
  const [first, second] = [...new Set(matches)].sort((a, b) => b.population - a.population);
  if (!first) return null;
  return !second || first.population >= DOMINANT * second.population ? first : null;
}
