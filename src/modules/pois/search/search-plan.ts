import type { Category } from "../../../shared/places.ts";
import { type Wanted, wantedIn } from "../../../shared/spelling.ts";
import { MOST_TOKENS, QUALITY, type Scan, scansFor, wholeScans } from "./term-lookup.ts";
import type { Vocabulary, WordList } from "./vocabulary.ts";
import { cityKey } from "./word-index.ts";

export interface Search {
  readonly query: string;
  readonly city: string;
  readonly category: Category | null;
  readonly limit: number;
}

const MOST_PARTS = 8; // more of a query is not looked at
const MOST_PATTERNS = 60; // spellings that one further part may have
const FEW_CITIES = 30;
const ENOUGH = 2_000; // places that a part of several stands for, before other spellings of it are looked for
const MANY = 0.2; // of all places: from there on the cities are looked at place by place
const DESCENT = 15; // entries of an index that could be read while another word is looked up
const A_PATTERN = 0.2; // of what an entry costs that is held against nothing
const CUT_OFF = 10; // times: a list that is not whole is walked only where every other one is much longer

/** One part of the query that each name is held against: `like` patterns. */
export interface Demand {
  readonly exact: readonly string[];
  readonly start: readonly string[];
  readonly any: readonly string[];
  /** The spelling that was typed, or nearly. */
  readonly nearest: readonly string[];
}

/** A word to walk; `far` is 1 where it is not what was typed but another spelling of it. */
export interface Walk extends Scan {
  readonly far: 0 | 1;
}

/** What the database is asked. */
export interface Plan {
  /** Words to walk, best first. */
  readonly scans: readonly Walk[];
  /** Beginnings to walk behind them, where not every word that begins so is among the scans. */
  readonly ranges: readonly Walk[];
  readonly demands: readonly Demand[];
  readonly category: Category | null;
  /** Null for all. */
  readonly cities: readonly string[] | null;
  readonly byCity: boolean;
  readonly limit: number;
}

/**
 * `narrow`: every word but the last, which may still be being typed, is one that stands in the index. It is quick, and
 * where it fills a page nothing better would come; `broad` looks for everything.
 */
export type Breadth = "narrow" | "broad";

/** How a search is done with this vocabulary; null where nothing can be found so. */
export function planOf(vocabulary: Vocabulary, search: Search, breadth: Breadth): Plan | null {
  const wanted = wantedIn(search.query).slice(0, MOST_PARTS);
  const { category, limit } = search;
  const cities = search.city === "" ? null : citiesLike(vocabulary.cities, search.city);
  if (wanted.length === 0 || cities?.length === 0) return null;
  const share = cities === null ? 1 : shareOf(vocabulary, cities);
  const candidates = candidatesFor(vocabulary.words, wanted, breadth, need(limit, share, category));
  if (candidates.some((scans) => scans.length === 0)) return null;
  const isWhole = (n: number) => breadth === "narrow" && n < wanted.length - 1;
  const demands = wanted.map((each, n) =>
    isWhole(n) ? wholeDemand(each, candidates[n] ?? []) : demandOf(each, candidates[n] ?? [], breadth),
  );
  const page = limit / (share * (category === null ? 1 : A_CATEGORY));
  const driver = cheapest(vocabulary, candidates, demands, page);
  const scans = candidates[driver] ?? [];
  const starts = scans.length >= MOST_TOKENS ? (wanted[driver]?.starts ?? []) : [];
  const far = (token: string) => (wanted[driver]?.nearest.some((near) => token.startsWith(near)) ? 0 : 1);
  return {
    scans: scans.map((scan) => ({ ...scan, far: far(scan.token) })),
    ranges: starts.map((token) => ({ token, quality: QUALITY.start, far: far(token) })),
    demands: demands.toSpliced(driver, 1),
    category,
    cities,
    byCity: cities !== null && cities.length <= FEW_CITIES && share < MANY,
    limit,
  };
}

const A_CATEGORY = 0.1; // of all places

/** For how many places the words of a query of one part must stand, before other spellings are looked for. */
const need = (limit: number, share: number, category: Category | null): number =>
  (limit * 2) / (share * (category === null ? 1 : A_CATEGORY));

function candidatesFor(
  words: WordList,
  wanted: readonly Wanted[],
  breadth: Breadth,
  alone: number,
): Scan[][] {
  if (wanted.length === 1 && breadth === "broad")
    return wanted.map((each) => scansFor(words, each, alone, true));
  return wanted.map((each, n) =>
    breadth === "narrow" && n < wanted.length - 1
      ? wholeScans(words, each)
      : scansFor(words, each, breadth === "narrow" ? 0 : ENOUGH, false),
  );
}

/** Cities that begin so, have a word that does, or have it inside. */
function citiesLike(cities: WordList, typed: string): string[] {
  const part = cityKey(typed);
  if (part === "") return [];
  return [...new Set([...cities.startingWith(part), ...cities.containing(part, Number.POSITIVE_INFINITY)])];
}

const shareOf = ({ cities, places }: Vocabulary, wanted: readonly string[]): number =>
  Math.max(wanted.reduce((sum, city) => sum + cities.places(city), 0) / Math.max(places, 1), 1e-6);

/**
 * The part whose words are walked; the others are looked for in what it finds. A walk ends when it has found `page`
 * places, which is soon where most places have the other parts.
 */
function cheapest(
  { words, places }: Vocabulary,
  candidates: readonly (readonly Scan[])[],
  demands: readonly Demand[],
  page: number,
): number {
  const shares = candidates.map((scans) => {
    const sum = scans.reduce((all, { token }) => all + words.places(token), 0);
    return Math.min(1, Math.max(sum, 1) / Math.max(places, 1));
  });
  const costs = candidates.map((scans, at) => {
    const others = shares.reduce((all, share, n) => (n === at ? all : all * share), 1);
    const held = demands.reduce((all, { any }, n) => (n === at ? all : all + any.length * A_PATTERN), 1);
    const walked = scans.reduce(
      (all, { token }) => all + Math.min(words.places(token), page / others) * held + DESCENT,
      0,
    );
    return scans.length >= MOST_TOKENS ? walked * CUT_OFF : walked;
  });
  return costs.indexOf(Math.min(...costs));
}

/** One of these words, and nothing that only begins so. */
function wholeDemand({ nearest }: Wanted, scans: readonly Scan[]): Demand {
  const exact = patterns(
    scans.filter(({ quality }) => quality === QUALITY.exact).map(({ token }) => ` ${token} `),
  );
  const any = patterns(scans.map(({ token }) => ` ${token} `));
  return { exact, start: [], any, nearest: patterns(nearest.map((each) => ` ${each} `)) };
}

function demandOf(
  { typed, starts, nearest, means }: Wanted,
  scans: readonly Scan[],
  breadth: Breadth,
): Demand {
  const isMeant = (token: string) =>
    means.includes(token) || !starts.some((start) => token.startsWith(start));
  const whole = scans
    .filter(({ token, quality }) => quality !== QUALITY.inside && isMeant(token))
    .map(({ token }) => ` ${token} `);
  const exact = scans.filter(({ quality }) => quality === QUALITY.exact).map(({ token }) => ` ${token} `);
  const begun = starts.map((start) => ` ${start}`);
  const inside = breadth === "broad" && starts.length > 0 ? [typed] : [];
  const any = [...new Set([...begun, ...inside, ...whole])].slice(0, MOST_PATTERNS);
  const near = patterns(nearest.map((start) => ` ${start}`));
  return { exact: patterns(exact), start: patterns(begun), any: patterns(any), nearest: near };
}

const patterns = (parts: readonly string[]): string[] =>
  parts.map((part) => `%${part.replace(/[\\%_]/g, "\\$&")}%`);
