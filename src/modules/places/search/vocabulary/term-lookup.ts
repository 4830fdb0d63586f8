import { containsPattern } from "../../../../db/query/like-pattern.ts";
import { lacksVowels } from "../../../../shared/spelling/edit-distance.ts";
import type { SearchTerm } from "../../../../shared/spelling/spelling.ts";
import type { Word, WordList } from "./word-list.ts";

/** How well a word of the index matches the query; less is better. */
export const QUALITY = { exact: 0, start: 1, meaning: 1, joined: 2, inside: 3, typo: 4 } as const;
export const MAX_TOKENS = 200; // words looked up for one part of a query
const MAX_PATTERNS = 60; // spellings of one further part
const MAX_FILTER_WORDS = 10; // each is looked up in the index once
const ARTICLE_LENGTH = 3; // letters at most
/** Letters: a typing error in a shorter word makes another word. */
export const MIN_TYPO_LENGTH = 4;
/** Letters of a word that may have an error after the first, if the search is loose. */
export const LOOSE_LENGTH = 3;

/** The letters of a word that may start a joined one: shorter words are in every vocabulary. */
export const MIN_WORD_LENGTH = 3;
const MIN_JOINED_LENGTH = 4; // letters
const MIN_FIRST_LENGTH = 2; // letters of the first of them
const MAX_JOINED = 10; // for one part of a query
const MAX_SECOND_WORDS = 10; // looked up instead of the first word
/** Between digits and letters, a word of any length may end. */
const DIGIT_BOUNDARY = /\p{N}\|\p{L}|\p{L}\|\p{N}/u;
/** An Arabic article that the second word may start with. */
const ARTICLE = /^([aeu](?:[lnrstdz]|sh))(.+)$/u;

/** Letters: shorter words have too few consonants to tell them from others, unless they have nothing else. */
const MIN_CONSONANT_LENGTH = 6;

/** A word of the index to look up. */
export interface Scan extends Word {
  readonly quality: number;
  /** What names with the word must contain, if they do not match by the word alone. */
  readonly text?: string;
}

/** Looks up the whole word in all its spellings, and its synonyms. */
export function exactScans(words: WordList, { starts, meanings }: SearchTerm): Scan[] {
  const scan = (quality: number) => (token: string) => ({ token, places: words.places(token), quality });
  const all = [...starts.map(scan(QUALITY.exact)), ...meanings.map(scan(QUALITY.meaning))];
  return all.filter(({ places }) => places > 0);
}

export interface Lookup {
  /** The number of places that exact words must have, before inexact words are looked up. */
  readonly need: number;
  /** Whether the part is the whole query: then words are looked up only until they have so many places. */
  readonly single: boolean;
  /** Whether a word of three letters may have an error. */
  readonly loose: boolean;
}

/** Looks up words for one part of a query, best first. */
export function scansFor(words: WordList, term: SearchTerm, { need, single, loose }: Lookup): Scan[] {
  const chosen = new Map<string, Scan>();
  const joined: Scan[] = [];
  let places = 0;
  const isFull = () => chosen.size + joined.length >= MAX_TOKENS || (single && places >= need);
  const take = (found: Iterable<Word>, quality: number) => {
    for (const word of found) {
      if (isFull()) return;
      if (chosen.has(word.token) || word.places === 0) continue;
      chosen.set(word.token, { ...word, quality });
      places += word.places;
    }
  };
  const known = (token: string): Word => ({ token, places: words.places(token) });
  take(term.starts.map(known), QUALITY.exact);
  take(term.meanings.map(known), QUALITY.meaning);
  for (const start of term.starts) if (!isFull()) take(words.startingWith(start), QUALITY.start);
  if (places < need && !isFull() && term.starts.length > 0) {
    joined.push(...joinedWords(words, term.typed).map((each) => ({ ...each, quality: QUALITY.joined })));
    takeInexact(words, term.typed, chosen, take);
    if (lacksVowels(term.typed) || (loose && term.typed.length >= MIN_CONSONANT_LENGTH))
      take(words.withConsonantsOf(term.typed), QUALITY.typo);
    if (loose && term.typed.length === LOOSE_LENGTH)
      take(
        words.nearTo(term.typed).filter(({ token }) => token[0] === term.typed[0]),
        QUALITY.typo,
      );
  }
  return [...joined, ...chosen.values()];
}

/** Adds words that contain it, and those at one typing error from it. */
function takeInexact(
  words: WordList,
  typed: string,
  chosen: ReadonlyMap<string, Scan>,
  take: (found: Iterable<Word>, quality: number) => void,
): void {
  const isGuess = ![...chosen.values()].some(({ quality }) => quality < QUALITY.inside);
  take(words.containing(typed, MAX_TOKENS), QUALITY.inside);
  if (typed.length >= MIN_TYPO_LENGTH) take(words.nearTo(typed), QUALITY.typo);
  if (typed.length > MIN_TYPO_LENGTH && isGuess) take(words.nearToStart(typed), QUALITY.typo);
}

/** Whether it cannot be an article; these are in the texts of names, but are not indexed. */
const isNoArticle = (word: string): boolean => word.length > ARTICLE_LENGTH;

/** The words of these scans; none if they are too many to be looked up, or one may be an article. */
function wholeListOf(scans: readonly Scan[]): string[] {
  const words = scans.map(({ token }) => token);
  return words.length <= MAX_FILTER_WORDS && words.every(isNoArticle) ? words : [];
}

/** One part of the query, which each name must match; `like` patterns but for `any`. */
export interface NameFilter {
  readonly exact: readonly string[];
  readonly start: readonly string[];
  /** A name must contain one of these texts. */
  readonly any: readonly string[];
  /** The indexed words of which it then has at least one; empty if they are too many, or perhaps not all of them. */
  readonly words: readonly string[];
}

/** Matches these words only as a whole. */
export function exactFilter({ meanings }: SearchTerm, scans: readonly Scan[]): NameFilter {
  return {
    exact: patterns(wholeWords(exactOf(scans))),
    start: patterns(wholeWords(meanings)),
    any: wholeWords(scans.map(({ token }) => token)),
    words: wholeListOf(scans),
  };
}

const wholeWords = (words: readonly string[]): string[] => words.map((word) => ` ${word} `);

const exactOf = (scans: readonly Scan[]): string[] =>
  scans.filter(({ quality }) => quality === QUALITY.exact).map(({ token }) => token);

/**
 * Matches words with this prefix too, and parts of words if `inexact`. Unless the vocabulary `hasAllWords`, words may have
 * the prefix that are not among the scans.
 */
export function filterOf(
  { typed, starts, meanings }: SearchTerm,
  scans: readonly Scan[],
  inexact: boolean,
  hasAllWords: boolean,
): NameFilter {
  const isRelevant = (token: string) =>
    meanings.includes(token) || !starts.some((start) => token.startsWith(start));
  const whole = scans.filter(({ token, quality }) => quality !== QUALITY.inside && isRelevant(token));
  const joined = scans.flatMap(({ text }) => text ?? []);
  const begun = starts.map((start) => ` ${start}`);
  const inside = inexact && starts.length > 0 ? [typed] : [];
  const texts = [...begun, ...inside, ...joined, ...wholeWords(whole.map(({ token }) => token))];
  return {
    exact: patterns(wholeWords(exactOf(scans))),
    start: patterns([...begun, ...wholeWords(meanings)]),
    any: [...new Set(texts)].slice(0, MAX_PATTERNS),
    words: !inexact && hasAllWords && starts.every(isNoArticle) ? wholeListOf(scans) : [],
  };
}

const patterns = (parts: readonly string[]): string[] => parts.map(containsPattern);

/** A word to look up, and what names with it must contain. */
interface JoinedWord extends Word {
  readonly text: string;
}

interface Cut {
  readonly left: string;
  readonly right: string;
  readonly isBoundary: boolean;
}

/** The ways to read a word as two, the first of them of this length at least. */
export function cutsOf(word: string, least = MIN_WORD_LENGTH): Cut[] {
  const cuts = Array.from({ length: Math.max(word.length - 1, 0) }, (_, n) => {
    const [left, right] = [word.slice(0, n + 1), word.slice(n + 1)];
    return { left, right, isBoundary: DIGIT_BOUNDARY.test(`${left.slice(-1)}|${right.slice(0, 1)}`) };
  });
  return cuts.filter(({ left, isBoundary }) => isBoundary || left.length >= least);
}

/**
 * Neighboring words that are typed as one, the last perhaps in part: `darulu` for `Dar ul Uloom`. Names must have them as
 * typed, so that hardly any is found by accident.
 */
export function joinedWords(words: WordList, typed: string): JoinedWord[] {
  if (typed.length < MIN_JOINED_LENGTH) return [];
  const found = cutsOf(typed, MIN_FIRST_LENGTH).flatMap(({ left, right }) => {
    const first = { token: left, places: words.places(left) };
    if (first.places === 0 || words.countStartingWith(right) === 0) return [];
    const [, article, rest] = ARTICLE.exec(right) ?? [];
    const texts = [` ${left} ${right}`, ...(rest === undefined ? [] : [` ${left} ${article} ${rest}`])];
    const rarer = rarerOf(words, first, right);
    return texts.flatMap((text) => rarer.map((word) => ({ ...word, text })));
  });
  return found.slice(0, MAX_JOINED);
}

/** The first word or those that start so, whichever fewer places have. */
function rarerOf(words: WordList, first: Word, start: string): readonly Word[] {
  if (words.countStartingWith(start) > MAX_SECOND_WORDS) return [first];
  const second = [...words.startingWith(start)];
  const places = second.reduce((sum, word) => sum + word.places, 0);
  return places < first.places ? second : [first];
}
