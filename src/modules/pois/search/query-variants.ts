import { type Part, partsOf, spellingsOf } from "../../../shared/spelling.ts";
import type { WordList } from "./vocabulary.ts";

const MOST_READINGS = 3; // each is a statement of its own
const MOST_PARTS = 8;
const LEAST_TO_SPLIT = 5; // letters
const LEAST_OF_A_WORD = 3; // letters: shorter words are in every vocabulary
/** Between a number and letters any word may end. */
const BORDER = /\p{N}\|\p{L}|\p{L}\|\p{N}/u;
/** An article between two words written together; its consonant may be that of the next word. */
const ARTICLE = /^[aeu](?:[lnrstdz]|sh|(?=[nrstdz]))/;
const LAST_ARTICLE = /^u(?:[lnrstdz]|sh)$/;

/**
 * What somebody may have meant who wrote two words together, or one word apart, as Arabic names often are: `dar uloom`
 * for `darul uloom`, `abubakar` for `abu bakar`. Only a word that fewer than `most` places have is read otherwise, and
 * only as words that the vocabulary has.
 */
export function readingsOf(words: WordList, query: string, most: number): string[] {
  const parts = partsOf(query).slice(0, MOST_PARTS);
  const said = parts.map((part) => part.words.join(" "));
  const single = (at: number) => (parts[at]?.words.length === 1 ? said[at] : undefined);
  const split = said.map((text, at) => {
    const isRare = single(at) !== undefined && placesOf(words, text) < most;
    return isRare ? splitOf(words, text, at === said.length - 1) : null;
  });
  const joined = said.map((_, at) => joinedOf(words, single(at), parts[at + 1]));
  const all = [
    said.map((text, at) => (placesOf(words, text) === 0 ? (split[at] ?? text) : text)),
    ...joined.flatMap((text, at) => (text === null ? [] : [said.toSpliced(at, 2, text)])),
    ...split.flatMap((text, at) => (text === null ? [] : [said.toSpliced(at, 1, text)])),
  ];
  const texts = new Set(all.map((each) => each.join(" ")));
  texts.delete(said.join(" "));
  return [...texts].slice(0, MOST_READINGS);
}

/** How many places have a word in some spelling, nearly. */
const placesOf = (words: WordList, word: string): number =>
  Math.max(...spellingsOf(word).map((each) => words.places(each)));

/** A word and the one behind it, or an article and that, as one word, where it is one. */
function joinedOf(words: WordList, first: string | undefined, next: Part | undefined): string | null {
  if (first === undefined || next === undefined || next.meaning !== null) return null;
  const both = first + next.words.join("");
  return placesOf(words, both) > 0 ? both : null;
}

/** The two commonest words, without an article between or behind them, that it may be; null where there are none. */
function splitOf(words: WordList, word: string, isLast: boolean): string | null {
  if (word.length < LEAST_TO_SPLIT) return null;
  let [best, most] = [null as string | null, 0];
  for (let cut = 1; cut < word.length; cut += 1) {
    const [left, right] = [word.slice(0, cut), word.slice(cut)];
    const isBorder = BORDER.test(`${left.slice(-1)}|${right.slice(0, 1)}`);
    const places = isBorder || cut >= LEAST_OF_A_WORD ? placesOf(words, left) : 0;
    if (places === 0) continue;
    if (!isLast && places > most && LAST_ARTICLE.test(right)) [best, most] = [left, places];
    for (const rest of [right, right.replace(ARTICLE, "")]) {
      const both = isBorder || rest.length >= LEAST_OF_A_WORD ? places * placesOf(words, rest) : 0;
      if (both > most) [best, most] = [`${left} ${rest}`, both];
    }
  }
  return best;
}
