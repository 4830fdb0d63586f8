import type { SearchTerm } from "../../../shared/spelling/spelling.ts";
import type { WordList } from "./word-list.ts";

/** How well a word of the index matches the query; less is better. */
export const QUALITY = { exact: 0, start: 1, meaning: 1, inside: 3, typo: 4 } as const;
export const MAX_TOKENS = 200; // words looked up for one part of a query
const MIN_TYPO_LENGTH = 4; // letters: a typing error in a shorter word makes another word

/** A word of the index to look up. */
export interface Scan {
  readonly token: string;
  readonly quality: number;
}

/** Looks up the whole word in all its spellings, and its synonyms. */
export function exactScans(words: WordList, { starts, meanings }: SearchTerm): Scan[] {
  const scan = (quality: number) => (token: string) => ({ token, quality });
  const all = [...starts.map(scan(QUALITY.exact)), ...meanings.map(scan(QUALITY.meaning))];
  return all.filter(({ token }) => words.places(token) > 0);
}

/** Looks up words for one part of a query, best first; for a `single` part only until they have `need` places. */
export function scansFor(words: WordList, term: SearchTerm, need: number, single: boolean): Scan[] {
  const chosen = new Map<string, number>();
  let places = 0;
  const isFull = () => chosen.size >= MAX_TOKENS || (single && places >= need);
  const take = (tokens: Iterable<string>, quality: number) => {
    for (const token of tokens) {
      if (isFull()) return;
      if (chosen.has(token) || words.places(token) === 0) continue;
      chosen.set(token, quality);
      places += words.places(token);
    }
  };
  take(term.starts, QUALITY.exact);
  take(term.meanings, QUALITY.meaning);
  for (const start of term.starts) if (!isFull()) take(words.startingWith(start), QUALITY.start);
  if (places < need && !isFull() && term.starts.length > 0) takeInexact(words, term.typed, chosen, take);
  return [...chosen].map(([token, quality]) => ({ token, quality }));
}

/** Adds words that contain it, and those at one typing error from it. */
function takeInexact(
  words: WordList,
  typed: string,
  chosen: ReadonlyMap<string, number>,
  take: (tokens: Iterable<string>, quality: number) => void,
): void {
  const isGuess = ![...chosen.values()].some((quality) => quality < QUALITY.inside);
  take(words.containing(typed, MAX_TOKENS), QUALITY.inside);
  if (typed.length >= MIN_TYPO_LENGTH) take(words.nearTo(typed), QUALITY.typo);
  if (typed.length > MIN_TYPO_LENGTH && isGuess) take(words.nearToStart(typed), QUALITY.typo);
}
