import { isMistyped, startsWithOneTypo } from "../../../../shared/spelling/edit-distance.ts";
import {
  foldedText,
  foldedWords,
  initialsOf,
  type SearchTerm,
  searchTermOf,
  significantPartsOf,
  spellingsOf,
} from "../../../../shared/spelling/spelling.ts";
import type { FoundPlace } from "../found-place.ts";
import { MIN_TYPO_LENGTH } from "../vocabulary/term-lookup.ts";
import { isTrueOfAny, KIND_WORDS } from "./kinds.ts";

// What results must say about the words that were typed: with which errors corrected, or that none has all of them.

/** A word as typed, and the one that is meant. */
export interface Correction {
  readonly typed: string;
  readonly meant: string;
}

/** How places match a text. */
export interface WordMatch {
  /** The text without its typing errors; null if none was corrected. */
  readonly corrected: string | null;
  /** Whether no place has all words. */
  readonly isPartial: boolean;
}

const LOOKED_AT = 20; // places, best first: with one that has all words as typed, nothing is to be said

/** `q` without typing errors, if the places that were found by its `rest`, best first, have none of them. */
export function wordMatchOf(
  q: string,
  rest: string,
  found: readonly FoundPlace[],
  mistyped: Correction | null,
): WordMatch {
  const read = correctionsFor(rest);
  const each = found.slice(0, LOOKED_AT).map(read);
  const corrections = each.some((of) => of?.length === 0) ? [] : each.find((of) => of !== null);
  const all = [...(mistyped ? [mistyped] : []), ...(corrections ?? [])];
  return {
    corrected: all.length > 0 && corrections !== undefined ? correct(q, all) : null,
    isPartial: found.length > 0 && corrections === undefined,
  };
}

/** Tells which places have all words as they are typed. */
export function hasWordsAsTyped(rest: string): (place: FoundPlace) => boolean {
  const read = correctionsFor(rest);
  return (place) => read(place)?.length === 0;
}

const correct = (q: string, corrections: readonly Correction[]): string =>
  q.replace(
    /[^\s,;]+/g,
    (word) => corrections.find(({ typed }) => typed === foldedText(word))?.meant ?? word,
  );

/** The errors with which a place has the words; null if it lacks one of them. */
function correctionsFor(rest: string): (place: FoundPlace) => readonly Correction[] | null {
  const terms = significantPartsOf(rest)
    .filter(({ words }) => !words.every(isTrueOfAny))
    .map(searchTermOf);
  return (place) => {
    const written = writtenOf(place);
    const corrections: Correction[] = [];
    for (const term of terms) {
      if (isWritten(term, written)) continue;
      const meant = mistypedWord(term, written);
      if (meant === undefined) return null;
      corrections.push({ typed: term.typed, meant });
    }
    return corrections;
  };
}

interface Written {
  readonly words: readonly string[];
  readonly spellings: ReadonlySet<string>;
  /** Without spaces, as words may be typed joined. */
  readonly joined: string;
}

function writtenOf({ name, address, city, state, zipCode, subcategory, category }: FoundPlace): Written {
  const words = [...foldedWords([name, subcategory, address, city, state, zipCode].join(" "))];
  const all = [...words, initialsOf(name), ...KIND_WORDS[category]];
  return { words: all, spellings: new Set(all.flatMap(spellingsOf)), joined: words.join("") };
}

function isWritten({ typed, starts, meanings }: SearchTerm, { words, spellings, joined }: Written): boolean {
  const texts = [typed, ...starts];
  return (
    [...texts, ...meanings].some((text) => spellings.has(text)) ||
    words.some((word) => word.startsWith(typed)) ||
    texts.some((text) => joined.includes(text.replaceAll(" ", "")))
  );
}

function mistypedWord({ typed, starts }: SearchTerm, { words }: Written): string | undefined {
  if (typed.length < MIN_TYPO_LENGTH - 1) return undefined;
  const isNear = (word: string) => [typed, ...starts].some((text) => isMistyped(text, word));
  return (
    words.find((word) => spellingsOf(word).some(isNear)) ??
    words.find((word) => startsWithOneTypo(word, typed))
  );
}
