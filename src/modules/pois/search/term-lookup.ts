import type { Wanted } from "../../../shared/spelling.ts";
import type { WordList } from "./vocabulary.ts";

/** How well a word of the index meets what was typed; less is better. */
export const QUALITY = { exact: 0, start: 1, meaning: 1, inside: 3, typo: 4 } as const;
export const MOST_TOKENS = 200; // words looked up for one part of a query
const LEAST_FOR_TYPO = 4; // letters (contract 5: search)

/** A word of the index that is looked up. */
export interface Scan {
  readonly token: string;
  readonly quality: number;
}

/** The words themselves, as they may be spelled, and those that mean the same. */
export function wholeScans(words: WordList, { starts, means }: Wanted): Scan[] {
  const scan = (quality: number) => (token: string) => ({ token, quality });
  const all = [...starts.map(scan(QUALITY.exact)), ...means.map(scan(QUALITY.meaning))];
  return all.filter(({ token }) => words.places(token) > 0);
}

/** Words for one part of a query, best first, until they stand for as many places as are needed. */
export function scansFor(words: WordList, wanted: Wanted, need: number, single: boolean): Scan[] {
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
