import type { Word, WordList } from "./vocabulary/word-list.ts";

/** The letters of a word that may start a joined one: shorter words are in every vocabulary. */
export const MIN_WORD_LENGTH = 3;
const MIN_JOINED_LENGTH = 4; // letters
const MAX_FOUND = 10; // for one part of a query
const MAX_SECOND_WORDS = 10; // looked up instead of the first word
/** Between digits and letters, a word of any length may end. */
const DIGIT_BOUNDARY = /\p{N}\|\p{L}|\p{L}\|\p{N}/u;
/** An Arabic article that the second word may start with. */
const ARTICLE = /^([aeu](?:[lnrstdz]|sh))(.+)$/u;

/** A word to look up, and what names with it must contain. */
interface JoinedWord extends Word {
  readonly text: string;
}

interface Cut {
  readonly left: string;
  readonly right: string;
  readonly isBoundary: boolean;
}

/** The ways to read a word as two, the first of them long enough to be one. */
export function cutsOf(word: string): Cut[] {
  const cuts = Array.from({ length: Math.max(word.length - 1, 0) }, (_, n) => {
    const [left, right] = [word.slice(0, n + 1), word.slice(n + 1)];
    return { left, right, isBoundary: DIGIT_BOUNDARY.test(`${left.slice(-1)}|${right.slice(0, 1)}`) };
  });
  return cuts.filter(({ left, isBoundary }) => isBoundary || left.length >= MIN_WORD_LENGTH);
}

/**
 * Neighboring words that are typed as one, the last perhaps in part: `darulu` for `Dar ul Uloom`. Names must have them as
 * typed, so that hardly any is found by accident.
 */
export function joinedWords(words: WordList, typed: string): JoinedWord[] {
  if (typed.length < MIN_JOINED_LENGTH) return [];
  const found = cutsOf(typed).flatMap(({ left, right }) => {
    const first = { token: left, places: words.places(left) };
    if (first.places === 0 || words.countStartingWith(right) === 0) return [];
    const [, article, rest] = ARTICLE.exec(right) ?? [];
    const texts = [` ${left} ${right}`, ...(rest === undefined ? [] : [` ${left} ${article} ${rest}`])];
    const rarer = rarerOf(words, first, right);
    return texts.flatMap((text) => rarer.map((word) => ({ ...word, text })));
  });
  return found.slice(0, MAX_FOUND);
}

/** The first word or those that start so, whichever fewer places have. */
function rarerOf(words: WordList, first: Word, start: string): readonly Word[] {
  if (words.countStartingWith(start) > MAX_SECOND_WORDS) return [first];
  const second = [...words.startingWith(start)];
  const places = second.reduce((sum, word) => sum + word.places, 0);
  return places < first.places ? second : [first];
}
