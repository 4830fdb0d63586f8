import { CATEGORIES, type Category } from "../../shared/places.ts";
import { type Wanted, wantedIn } from "../../shared/spelling.ts";
import type { Vocabulary, WordList } from "./vocabulary.ts";
import { cityKey } from "./words.ts";

export interface Search {
  readonly query: string;
  readonly city: string;
  readonly category: Category | null;
  readonly limit: number;
}

/** How well a word of the index meets what was typed; less is better. */
const QUALITY = { exact: 0, start: 1, meaning: 1, inside: 3, typo: 4 } as const;
const MOST_TOKENS = 200; // words looked up for one part of a query
const MOST_PARTS = 8; // more of a query is not looked at
const MOST_PATTERNS = 60; // spellings that one further part may have
const LEAST_FOR_TYPO = 4; // letters (contract 5: search)
const FEW_CITIES = 30;
const ENOUGH = 2_000; // places that a part of several stands for, before other spellings of it are looked for
const BROAD = 0.2; // of all places: from there on the cities are looked at place by place

export interface Scan {
  readonly token: string;
  readonly quality: number;
}

/** One part of the query that each name is held against: `like` patterns. */
export interface Demand {
  readonly exact: readonly string[];
  readonly start: readonly string[];
  readonly any: readonly string[];
}

/** What the database is asked. */
export interface Plan {
  /** Words to walk, best first. */
  readonly scans: readonly Scan[];
  /** Beginnings to walk behind them, where not every word that begins so is among the scans. */
  readonly ranges: readonly Scan[];
  readonly demands: readonly Demand[];
  readonly categories: readonly Category[];
  /** Null for all. */
  readonly cities: readonly string[] | null;
  readonly byCity: boolean;
  readonly limit: number;
}

/** How a search is done with this vocabulary; null where nothing can be found. */
export function planOf(vocabulary: Vocabulary, search: Search): Plan | null {
  const wanted = wantedIn(search.query).slice(0, MOST_PARTS);
  const cities = search.city === "" ? null : citiesLike(vocabulary.cities, search.city);
  if (wanted.length === 0 || cities?.length === 0) return null;
  const share = cities === null ? 1 : shareOf(vocabulary, cities);
  const categories = search.category === null ? CATEGORIES : [search.category];
  const single = wanted.length === 1;
  const need = single ? (search.limit * 2) / (share * (search.category === null ? 1 : 0.1)) : ENOUGH;
  const candidates = wanted.map((each) => scansFor(vocabulary.words, each, need, single));
  if (candidates.some((scans) => scans.length === 0)) return null;
  const driver = rarest(vocabulary.words, candidates);
  const scans = candidates[driver] ?? [];
  const starts = scans.length >= MOST_TOKENS ? (wanted[driver]?.starts ?? []) : [];
  return {
    scans,
    ranges: starts.map((token) => ({ token, quality: QUALITY.start })),
    demands: wanted.flatMap((each, n) => (n === driver ? [] : [demandOf(each, candidates[n] ?? [])])),
    categories,
    cities,
    byCity: cities !== null && cities.length <= FEW_CITIES && share < BROAD,
    limit: search.limit,
  };
}

/** Cities that begin so, have a word that does, or have it inside. */
function citiesLike(cities: WordList, typed: string): string[] {
  const part = cityKey(typed);
  if (part === "") return [];
  return [...new Set([...cities.startingWith(part), ...cities.containing(part, Number.POSITIVE_INFINITY)])];
}

const shareOf = ({ cities, places }: Vocabulary, wanted: readonly string[]): number =>
  Math.max(wanted.reduce((sum, city) => sum + cities.places(city), 0) / Math.max(places, 1), 1e-6);

/** Words for one part of a query, best first, until they stand for as many places as are needed. */
function scansFor(words: WordList, wanted: Wanted, need: number, single: boolean): Scan[] {
  const chosen = new Map<string, number>();
  let places = 0;
  const isFull = () => chosen.size >= MOST_TOKENS || (single && places >= need);
  const take = (tokens: Iterable<string>, quality: number) => {
    for (const token of tokens) {
      if (isFull()) return;
      if (chosen.has(token) || words.places(token) === 0) continue;
      chosen.set(token, quality);
      places += words.places(token);
    }
  };
  take(wanted.starts, QUALITY.exact);
  take(wanted.means, QUALITY.meaning);
  for (const start of wanted.starts) if (!isFull()) take(words.startingWith(start), QUALITY.start);
  if (places < need && !isFull() && wanted.starts.length > 0) takeOthers(words, wanted.typed, chosen, take);
  return [...chosen].map(([token, quality]) => ({ token, quality }));
}

/** Words that have it inside, and those that one typing error makes of it. */
function takeOthers(
  words: WordList,
  typed: string,
  chosen: ReadonlyMap<string, number>,
  take: (tokens: Iterable<string>, quality: number) => void,
): void {
  const isGuess = ![...chosen.values()].some((quality) => quality < QUALITY.inside);
  take(words.containing(typed, MOST_TOKENS), QUALITY.inside);
  if (typed.length >= LEAST_FOR_TYPO) take(words.nearTo(typed), QUALITY.typo);
  if (typed.length > LEAST_FOR_TYPO && isGuess) take(words.nearToStart(typed), QUALITY.typo);
}

/** The part whose words the fewest places have is walked; the others are looked for in what it finds. */
function rarest(words: WordList, candidates: readonly (readonly Scan[])[]): number {
  const places = candidates.map((scans) => placesOf(words, scans));
  return places.indexOf(Math.min(...places));
}

/** Of a part with more words than are looked up, as though every place had it. */
const placesOf = (words: WordList, scans: readonly Scan[]): number =>
  scans.length >= MOST_TOKENS
    ? Number.MAX_SAFE_INTEGER
    : scans.reduce((sum, { token }) => sum + words.places(token), 0);

function demandOf({ typed, starts, means }: Wanted, scans: readonly Scan[]): Demand {
  const isMeant = (token: string) =>
    means.includes(token) || !starts.some((start) => token.startsWith(start));
  const whole = scans
    .filter(({ token, quality }) => quality !== QUALITY.inside && isMeant(token))
    .map(({ token }) => ` ${token} `);
  const exact = scans.filter(({ quality }) => quality === QUALITY.exact).map(({ token }) => ` ${token} `);
  const begun = starts.map((start) => ` ${start}`);
  const inside = starts.length > 0 ? [typed] : [];
  const any = [...new Set([...begun, ...inside, ...whole])].slice(0, MOST_PATTERNS);
  return { exact: patterns(exact), start: patterns(begun), any: patterns(any) };
}

const patterns = (parts: readonly string[]): string[] =>
  parts.map((part) => `%${part.replace(/[\\%_]/g, "\\$&")}%`);
