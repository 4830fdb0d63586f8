import { fold } from "../../../shared/spelling/spelling.ts";

// The similarity of two names of places. Integers only, so that a score is the same on every machine.

const GENERIC = new Set(
  (
    "restaurant restaurants grill grille cafe coffee kitchen market mart grocery groceries supermarket store shop " +
    "bakery butcher meat meats food foods masjid mosque islamic center centre halal pizza kebab the and of inc llc " +
    "مطعم مسجد جامع حلال مقهي سوق مخبز مركز"
  ).split(" "),
);
const FULL = 4; // the weight of a distinctive word
const KIND = 2; // of a word for the kind of place
const SHORT = 1; // of an article
const SHORT_LENGTH = 2;
const TYPO = 70; // two words this similar are one word, misspelled
const SQUEEZED = 85; // words this similar without spaces are the same, split differently
const OWN_ALIKE = 60; // out of 100: similar names share this much of their distinctive words
const ONE_LETTER = 80; // the similarity of two words that differ in one letter
const LONG_ENOUGH = 4; // letters
const ARABIC = /\p{Script=Arabic}/u;
const NUMBER = /\p{N}/u;
const NOT_IN_WORDS = /[^\p{L}\p{N}]+/u;

/** The words of a name, folded as for the search, without punctuation. */
export const wordsOf = (name: string): readonly string[] =>
  fold(name)
    .split(NOT_IN_WORDS)
    .filter((word) => word !== "");

/** The similarity of two names from 0 to 100, symmetric. Words of a second script may be missing in one of them. */
export function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (!sameNumbers(a, b)) return 0;
  const scripts = [true, false].map((isArabic) => {
    const part = (words: readonly string[]) => words.filter((word) => ARABIC.test(word) === isArabic);
    const [left, right] = [part(a), part(b)];
    return left.some(tells) && right.some(tells) ? ofWords(left, right) : 0;
  });
  return Math.max(ofWords(a, b), ...scripts);
}

/** `Gate 1` is not `Gate 2`, nor `B1` `B2`; a number in only one of the names is ignored. */
function sameNumbers(a: readonly string[], b: readonly string[]): boolean {
  const numbers = (words: readonly string[]) => words.filter((word) => NUMBER.test(word)).sort();
  const [one, other] = [numbers(a), numbers(b)];
  return one.length === 0 || other.length === 0 || one.join() === other.join();
}

const isOwn = (word: string): boolean => !GENERIC.has(word);
/** Whether a word distinguishes the name. */
const tells = (word: string): boolean => weight(word) === FULL && !NUMBER.test(word);

/** The share of the weight of common words; 0 if they only name the kind of place. */
function ofWords(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  if (a.join("") === b.join("")) return 100;
  const [left, right] = unpaired(a, b);
  const own = sum(a.filter(isOwn)) + sum(b.filter(isOwn));
  const isDivided = isOneName(left.filter(isOwn), right.filter(isOwn));
  const apart = [...left, ...right].filter((word) => !(isDivided && isOwn(word)));
  const bothOwn = a.some(isOwn) && b.some(isOwn);
  if (bothOwn && 100 * (own - sum(apart.filter(isOwn))) < OWN_ALIKE * own) return 0;
  const all = sum(a) + sum(b);
  return Math.floor((100 * (all - sum(apart))) / all);
}

/** Whether words are the same, split differently. */
const isOneName = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && b.length > 0 && dice(a.join(""), b.join("")) >= SQUEEZED;

/** The words on each side without a counterpart on the other, even a misspelled one. */
function unpaired(a: readonly string[], b: readonly string[]): readonly [string[], string[]] {
  // in an order that depends on the words alone, so that the result is symmetric
  const pairs = a
    .flatMap((left, i) => b.map((right, j) => ({ i, j, left, right, score: wordLikeness(left, right) })))
    .filter(({ score }) => score >= TYPO)
    .sort((x, y) => y.score - x.score || compare(keyOf(x), keyOf(y)));
  const [usedA, usedB] = [new Set<number>(), new Set<number>()];
  for (const { i, j } of pairs) {
    if (usedA.has(i) || usedB.has(j)) continue;
    usedA.add(i);
    usedB.add(j);
  }
  return [a.filter((_, i) => !usedA.has(i)), b.filter((_, j) => !usedB.has(j))];
}

const keyOf = ({ left, right }: { left: string; right: string }): string => [left, right].sort().join(" ");
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const sum = (words: readonly string[]): number => words.reduce((total, word) => total + weight(word), 0);

function weight(word: string): number {
  if (GENERIC.has(word)) return KIND;
  return word.length <= SHORT_LENGTH ? SHORT : FULL;
}

function wordLikeness(a: string, b: string): number {
  if (a === b) return 100;
  if (NUMBER.test(a + b)) return 0; // a number is never a misspelling of another
  return isOneLetterOff(a, b) ? Math.max(ONE_LETTER, dice(a, b)) : dice(a, b);
}

/** One letter inserted, omitted or replaced, in words that are long enough: Noor and Nour. */
function isOneLetterOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < LONG_ENOUGH || long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return short.slice(short.length === long.length ? same + 1 : same) === long.slice(same + 1);
}

/** The Dice coefficient of letter pairs, from 0 to 100; the edges of a word count as letters. */
function dice(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)];
  const counts = new Map<string, number>();
  for (const pair of left) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of right) {
    const rest = counts.get(pair) ?? 0;
    if (rest === 0) continue;
    counts.set(pair, rest - 1);
    shared += 1;
  }
  return Math.floor((200 * shared) / (left.length + right.length));
}

function pairsOf(text: string): readonly string[] {
  const letters = [" ", ...text, " "];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
