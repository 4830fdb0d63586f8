/** Whether two words are equal, or differ by one insertion, deletion, substitution or swap of neighbors. */
export function isOneTypo(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && long.charCodeAt(start) === short.charCodeAt(start)) start += 1;
  if (start === long.length) return true;
  let end = 0;
  while (
    end < short.length - start &&
    long.charCodeAt(long.length - 1 - end) === short.charCodeAt(short.length - 1 - end)
  )
    end += 1;
  const middle = long.length - start - end;
  if (middle <= 1) return true;
  return (
    middle === 2 &&
    long.length === short.length &&
    long[start] === short[start + 1] &&
    long[start + 1] === short[start]
  );
}

/** Whether `typed` is a prefix of `word`, with at most one such error. */
export function startsWithOneTypo(word: string, typed: string): boolean {
  let at = 0;
  while (at < typed.length && word.charCodeAt(at) === typed.charCodeAt(at)) at += 1;
  if (at === typed.length) return true;
  const same = (of: number, to: number): boolean => {
    let [here, there] = [of, to];
    while (there < typed.length && word.charCodeAt(here) === typed.charCodeAt(there)) {
      here += 1;
      there += 1;
    }
    return there >= typed.length;
  };
  const isSwapped =
    word.charCodeAt(at) === typed.charCodeAt(at + 1) && word.charCodeAt(at + 1) === typed.charCodeAt(at);
  return same(at + 1, at + 1) || same(at, at + 1) || same(at + 1, at) || (isSwapped && same(at + 2, at + 2));
}

const MIN_CONSONANTS = 3; // fewer are in too many words
const MIN_CONSONANTS_AMONG_VOWELS = 5;

/** Whether a word is typed without any vowel, as in `msjd`. */
export const lacksVowels = (typed: string): boolean => /^[b-df-hj-np-tv-xz]{3,}$/.test(typed);

/** Each run of a consonant once: `bsmlh` for `bismillah`. */
const consonantsOf = (word: string): string => word.replace(/[aeiou]/g, "").replace(/(.)\1+/g, "$1");

/** Whether a word begins like the typed one and has its consonants: `bismillah` for `bsmllh`, `restaurant` for `restrant`. */
export function hasConsonantsOf(word: string, typed: string): boolean {
  if (word[0] !== typed[0]) return false;
  const consonants = consonantsOf(typed);
  const least = lacksVowels(typed) ? MIN_CONSONANTS : MIN_CONSONANTS_AMONG_VOWELS;
  return consonants.length >= least && consonantsOf(word) === consonants;
}

/** Whether a word may be meant by the typed one: at one typing error from it, or with its consonants. */
export const isMistyped = (typed: string, word: string): boolean =>
  isOneTypo(typed, word) || hasConsonantsOf(word, typed);
