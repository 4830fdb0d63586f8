import { type Part, partsOf, spellingsOf } from "../../../shared/spelling/spelling.ts";
import { cutsOf, MIN_WORD_LENGTH } from "./joined-words.ts";
import type { WordList } from "./vocabulary/word-list.ts";

const MAX_VARIANTS = 3; // each costs one more statement
const MAX_PARTS = 8;
const MIN_SPLIT_LENGTH = 5; // letters
/** An Arabic article between two joined words; its consonant may belong to the next word. */
const ARTICLE = /^[aeu](?:[lnrstdz]|sh|(?=[nrstdz]))/;
const FINAL_ARTICLE = /^u(?:[lnrstdz]|sh)$/;

/**
 * Other ways to write a query, with words joined or split as in Arabic names: `dar uloom` for `darul uloom`,
 * `abubakar` for `abu bakar`. Splits only words of fewer than `limit` places, and only into words of the vocabulary.
 */
export function queryVariants(words: WordList, query: string, limit: number): string[] {
  const parts = partsOf(query).slice(0, MAX_PARTS);
  const typed = parts.map((part) => part.words.join(" "));
  const single = (at: number) => (parts[at]?.words.length === 1 ? typed[at] : undefined);
  const split = typed.map((text, at) => {
    const isRare = single(at) !== undefined && placesOf(words, text) < limit;
    return isRare ? splitOf(words, text, at === typed.length - 1) : null;
  });
  const joined = typed.map((_, at) =>
    joinedOf(words, single(at), parts[at + 1], at + 1 === typed.length - 1),
  );
  const all = [
    typed.map((text, at) => (placesOf(words, text) === 0 ? (split[at] ?? text) : text)),
    ...joined.flatMap((text, at) => (text === null ? [] : [typed.toSpliced(at, 2, text)])),
    ...split.flatMap((text, at) => (text === null ? [] : [typed.toSpliced(at, 1, text)])),
  ];
  const texts = new Set(all.map((each) => each.join(" ")));
  texts.delete(typed.join(" "));
  return [...texts].slice(0, MAX_VARIANTS);
}

/** About how many places have a word, in its most frequent spelling. */
const placesOf = (words: WordList, word: string): number =>
  Math.max(...spellingsOf(word).map((each) => words.places(each)));

/** A word joined with the next one, article included; null unless the vocabulary has it, or a word that starts with the last one. */
function joinedOf(
  words: WordList,
  first: string | undefined,
  next: Part | undefined,
  isLast: boolean,
): string | null {
  if (first === undefined || next === undefined || next.meaning !== null) return null;
  const both = first + next.words.join("");
  const isStart = isLast && both.length >= MIN_SPLIT_LENGTH && words.countStartingWith(both) > 0;
  return isStart || placesOf(words, both) > 0 ? both : null;
}

/** The split into the two most frequent words, an article between or after them dropped; null if there is none. */
function splitOf(words: WordList, word: string, isLast: boolean): string | null {
  if (word.length < MIN_SPLIT_LENGTH) return null;
  let [best, highest] = [null as string | null, 0];
  for (const { left, right, isBoundary } of cutsOf(word)) {
    const places = placesOf(words, left);
    if (places === 0) continue;
    if (!isLast && places > highest && FINAL_ARTICLE.test(right)) [best, highest] = [left, places];
    for (const rest of [right, right.replace(ARTICLE, "")]) {
      const both = isBoundary || rest.length >= MIN_WORD_LENGTH ? places * placesOf(words, rest) : 0;
      if (both > highest) [best, highest] = [`${left} ${rest}`, both];
    }
  }
  return best;
}
