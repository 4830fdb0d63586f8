import type { Category } from "../../../shared/places/places.ts";
import { partsOf, type SearchTerm, searchTermsOf } from "../../../shared/spelling/spelling.ts";
import {
  exactFilter,
  exactScans,
  filterOf,
  MAX_TOKENS,
  type NameFilter,
  QUALITY,
  type Scan,
  scansFor,
} from "./vocabulary/term-lookup.ts";
import type { Vocabulary } from "./vocabulary/vocabulary.ts";
import type { WordList } from "./vocabulary/word-list.ts";
import { cityKey } from "./word-index.ts";

export interface PlaceQuery {
  readonly query: string;
  /** A part of the city's name; empty for all. */
  readonly city: string;
  /** Instead: these cities, as the index spells them. */
  readonly cities?: readonly string[] | undefined;
  readonly category: Category | null;
  readonly limit: number;
  /** Without the places that are withheld from visitors. */
  readonly isPublic?: boolean | undefined;
}

const MAX_PARTS = 8; // the rest of a query is ignored
const MAX_CITY_SCANS = 30; // cities that are scanned one by one
const MIN_PLACES_PER_PART = 2_000; // with fewer, inexact words are looked up too
const CITY_FILTER_SHARE = 0.2; // of all places: from here on, the city is a filter of each entry
const CATEGORY_SHARE = 0.1; // of all places, estimated
const DESCENT_COST = 15; // of looking up one more word, in index entries
const PATTERN_COST = 0.2; // of comparing an entry with a pattern, in index entries
const TRUNCATED_PENALTY = 10; // a truncated list of words is scanned only if every other one is much longer

/** A word to scan. */
export type PlannedScan = Omit<Scan, "places">;

/** The words from this one up to `end`, exclusive. */
export interface PlannedRange extends PlannedScan {
  readonly end: string;
}

/** The entry that each place of exactly this name has. */
export interface NameEntry {
  readonly token: string;
  readonly weight: number;
  /** What its key starts with; nothing or one more space follows. */
  readonly start: string;
}

/** The statement to run. */
export interface SearchPlan {
  /** Words to scan, best first. */
  readonly scans: readonly PlannedScan[];
  /** To scan after them, up to a bound: prefixes if the list of words was truncated, and words that are typed as one. */
  readonly ranges: readonly PlannedRange[];
  readonly filters: readonly NameFilter[];
  /** What names have that are written as typed, for each part of the query. */
  readonly written: readonly (readonly string[])[];
  /** The name that was typed is the best match; null if no place has it. */
  readonly name: NameEntry | null;
  readonly category: Category | null;
  /** Null for all. */
  readonly cities: readonly string[] | null;
  readonly byCity: boolean;
  readonly limit: number;
  readonly isPublic: boolean;
  /** About how many places have the two rarest words, if these are independent of each other. */
  readonly expected: number;
}

/**
 * `typed`: every word is exact but the last, which may be incomplete, and none is a synonym. It is quick, and if it fills a
 * page, nothing better would be found. `narrow` also has synonyms, and `broad` finds inexact words, as does `loose`, which
 * forgives an error in words of three letters too.
 */
export type Breadth = "typed" | "narrow" | "broad" | "loose";

/** Plans a search with this vocabulary; null if it can find nothing. */
export function planOf(vocabulary: Vocabulary, search: PlaceQuery, breadth: Breadth): SearchPlan | null {
  const terms = searchTermsOf(search.query).slice(0, MAX_PARTS);
  const parts = breadth === "typed" ? terms.map((term) => ({ ...term, meanings: [] })) : terms;
  const { category, limit } = search;
  const cities =
    search.cities ?? (search.city === "" ? null : citiesContaining(vocabulary.cities, search.city));
  if (parts.length === 0 || cities?.length === 0) return null;
  const share = cities === null ? 1 : shareOf(vocabulary, cities);
  const candidates = candidatesFor(vocabulary.words, parts, breadth, placesNeeded(limit, share, category));
  if (candidates.some((scans) => scans.length === 0)) return null;
  const isInexact = breadth === "broad" || breadth === "loose";
  const isExact = (n: number) => !isInexact && n < parts.length - 1;
  const filters = parts.map((each, n) =>
    isExact(n)
      ? exactFilter(each, candidates[n] ?? [])
      : filterOf(each, candidates[n] ?? [], isInexact, vocabulary.hasAllWords),
  );
  const filtered = share * (category === null ? 1 : CATEGORY_SHARE);
  const shares = candidates.map((each) => shareOfScans(vocabulary, each));
  const driver = cheapestPart(candidates, filters, shares, limit / filtered);
  const scans = candidates[driver] ?? [];
  const starts = scans.length >= MAX_TOKENS ? (parts[driver]?.starts ?? []) : [];
  const plan = ({ places: _, ...scan }: Scan): PlannedScan => scan;
  const expected = vocabulary.places * filtered * rarestTwo(candidates, shares);
  return {
    scans: scans.filter(({ text }) => text === undefined).map(plan),
    ranges: [
      ...starts.map((token) => ({
        ...plan({ token, places: 0, quality: QUALITY.start }),
        end: `${token}\u{10FFFF}`,
      })),
      ...scans
        .filter(({ text }) => text !== undefined)
        .map((scan) => ({ ...plan(scan), end: `${scan.token} ` })),
    ],
    filters: filters.toSpliced(driver, 1),
    written: parts.map(({ written }) => written.map((text) => ` ${text}`)),
    name: nameEntryOf(vocabulary, search.query),
    category,
    cities,
    byCity: cities !== null && cities.length <= MAX_CITY_SCANS && share < CITY_FILTER_SHARE,
    limit,
    isPublic: search.isPublic === true,
    expected,
  };
}

function nameEntryOf({ words, hasAllWords }: Vocabulary, query: string): NameEntry | null {
  const parts = partsOf(query);
  const [first] = parts;
  const token = first?.words[first.article ? 1 : 0]; // its own spelling is the first that is indexed
  const last = parts.at(-1)?.words.at(-1);
  if (token === undefined || last === undefined) return null;
  if (hasAllWords && (words.places(last) === 0 || words.places(token) === 0)) return null;
  const weight = Math.min(parts.length, 100) * 2;
  return { token, weight, start: ` ${parts.flatMap((part) => part.words).join(" ")} ` };
}

/** The number of places that exact words must have, before inexact words are looked up for a query of one part. */
const placesNeeded = (limit: number, share: number, category: Category | null): number =>
  (limit * 2) / (share * (category === null ? 1 : CATEGORY_SHARE));

function candidatesFor(
  words: WordList,
  parts: readonly SearchTerm[],
  breadth: Breadth,
  alone: number,
): Scan[][] {
  const isInexact = breadth === "broad" || breadth === "loose";
  const single = isInexact && parts.length === 1;
  const need = single ? alone : isInexact ? MIN_PLACES_PER_PART : 0;
  return parts.map((each, n) =>
    isInexact || n === parts.length - 1
      ? scansFor(words, each, { need, single, loose: breadth === "loose" && !single })
      : exactScans(words, each),
  );
}

/** Cities that contain this, those with this prefix first. */
export function citiesContaining(cities: WordList, typed: string): string[] {
  const part = cityKey(typed);
  if (part === "") return [];
  const found = [...cities.startingWith(part), ...cities.containing(part, Number.POSITIVE_INFINITY)];
  return found.map(({ token }) => token);
}

const shareOf = ({ cities, places }: Vocabulary, names: readonly string[]): number =>
  Math.max(names.reduce((sum, city) => sum + cities.places(city), 0) / Math.max(places, 1), 1e-6);

/** The share of all places that have one of these words. Of joined words it is not known, but small. */
function shareOfScans(all: Vocabulary, scans: readonly Scan[]): number {
  const known = scans.filter(({ text }) => text === undefined);
  const sum = known.reduce((total, { places }) => total + places, 0);
  return Math.min(1, Math.max(sum, 1) / Math.max(all.places, 1));
}

/** The share of places with the two rarest words. A truncated list of words counts as all places. */
function rarestTwo(candidates: readonly (readonly Scan[])[], shares: readonly number[]): number {
  const known = shares.map((share, n) => ((candidates[n]?.length ?? 0) >= MAX_TOKENS ? 1 : share));
  const [first = 1, second = 1] = known.sort((a, b) => a - b);
  return first * second;
}

/**
 * The index of the part whose words are scanned, while the other parts filter what it finds. A scan ends once it has
 * found `page` places, which is soon if most places match the other parts.
 */
function cheapestPart(
  candidates: readonly (readonly Scan[])[],
  filters: readonly NameFilter[],
  shares: readonly number[],
  page: number,
): number {
  const costs = candidates.map((scans, at) => {
    const others = shares.reduce((all, share, n) => (n === at ? all : all * share), 1);
    const compared = filters.reduce(
      (all, { any }, n) => (n === at ? all : all + any.length * PATTERN_COST),
      1,
    );
    const scanned = scans.reduce(
      (all, { places }) => all + Math.min(places, page / others) * compared + DESCENT_COST,
      0,
    );
    return scans.length >= MAX_TOKENS ? scanned * TRUNCATED_PENALTY : scanned;
  });
  return costs.indexOf(Math.min(...costs));
}
