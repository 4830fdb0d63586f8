import { isMistyped } from "../../../../shared/spelling/edit-distance.ts";
import {
  foldedText,
  foldedWords,
  type SearchTerm,
  searchTermOf,
  significantPartsOf,
  spellingsOf,
  wordsOf,
} from "../../../../shared/spelling/spelling.ts";
import type { FoundPlace } from "../found-place.ts";
import { LOOSE_LENGTH, MIN_TYPO_LENGTH } from "../vocabulary/term-lookup.ts";
import { partsIn, type RankedTerm, wordsOutsideParentheses } from "./interpretations.ts";
import { FILLERS, isGeneral, KIND_WORDS } from "./kinds.ts";
import { isStreetKind, streetWordsOf } from "./streets.ts";

// How well a place that was found fits a query, by its name, kind and address.

/**
 * The places that have most words in their names, kinds and addresses, or are at this address, those with the most first.
 * Words for kinds and of addresses count only where they match.
 */
export function bestFirst(
  terms: readonly RankedTerm[],
  address: string,
  found: readonly FoundPlace[],
): FoundPlace[] {
  const own = terms.filter((each) => each.own).length;
  const scored = found.map((place) => {
    const matches = matchesOf(terms, place);
    const hasAll = matches.every((each) => each.match > 0 || !each.own);
    const matched = matches.filter(({ match, best }) => match > 0 && (hasAll || best !== LOOSE_MATCH));
    const matchedOwn = matched.filter((each) => each.own).length;
    const isThere = address !== "" && foldedText(place.address).startsWith(address);
    const isMost = isThere || (matchedOwn > 0 && matched.length > own - matchedOwn);
    return { place, isMost, score: matches.reduce((sum, { weight, match }) => sum + weight * match, 0) };
  });
  return scored
    .filter(({ isMost }) => isMost)
    .sort((a, b) => b.score - a.score)
    .map(({ place }) => place);
}

function matchesOf(
  terms: readonly RankedTerm[],
  { name, address, city, state, zipCode, category, subcategory }: FoundPlace,
) {
  const [written, joined] = [new Set(foldedWords(name)), foldedText(name).replaceAll(" ", "")];
  const own = once(() => new Set(wordsOf(name).words.map(({ token }) => token)));
  const fields = once(() => {
    const words = [city, state, zipCode, subcategory].flatMap(foldedWords).flatMap(spellingsOf);
    return new Set([...words, ...streetWordsOf(address).flatMap(spellingsOf), ...KIND_WORDS[category]]);
  });
  const inNameOf = (term: SearchTerm): number => {
    if (hasWhole(term, written)) return 1;
    const isJoined = term.typed.length >= MIN_TYPO_LENGTH && joined.includes(term.typed);
    return matchOf(term, own()) || (isJoined ? TYPO_MATCH : 0);
  };
  return terms.map((each) => {
    const inName = inNameOf(each.term);
    const elsewhere = inName === 1 ? 0 : matchOf(each.term, fields());
    const isInName = inName >= elsewhere * FIELD_MATCH;
    return {
      ...each,
      match: isInName ? inName : elsewhere * FIELD_MATCH,
      best: isInName && inName < START_MATCH ? inName : Math.max(inName, elsewhere),
    };
  });
}

/** Most words are found as they are written, so that their spellings are not needed. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** How well a place fits a query; less is better. */
export const FIT = { name: 0, named: 1, whole: 2, begun: 3, inexact: 4, none: 5 } as const;
export type Fit = (typeof FIT)[keyof typeof FIT];

/**
 * Tells how places fit a query. They have this name; all words of the query in names, kinds and addresses, and no other
 * words in their names; all words whole; at least begun; all with typing errors; not all.
 */
export function fitOf(query: string): (place: FoundPlace) => Fit {
  const name = foldedText(query);
  const parts = significantPartsOf(query);
  const terms = parts.map((part) => ({
    term: searchTermOf(part),
    weight: 1,
    own: !part.words.every(isGeneral),
  }));
  const typed = new Set(foldedWords(query));
  return (place) => {
    if (name !== "" && isNamed(name, place)) return FIT.name;
    const matches = matchesOf(terms, place);
    const least = leastOf(matches);
    const own = leastOf(matches.filter((each) => each.own)); // that it is halal is said of any place here
    if (own === 1 && terms.length > 1 && isNamedBy(typed, place)) return FIT.named;
    if (least === 1) return FIT.whole;
    return least === START_MATCH ? FIT.begun : least > 0 ? FIT.inexact : FIT.none;
  };
}

/** How well the word matches that matches least; 0 for none. */
const leastOf = (matches: readonly { readonly best: number }[]): number =>
  matches.length === 0 ? 0 : Math.min(...matches.map(({ best }) => best));

const isNamed = (folded: string, { name }: FoundPlace): boolean =>
  foldedText(name) === folded || (name.includes("(") && wordsOutsideParentheses(name).join(" ") === folded);

/** Whether the name has no other words of its own than these, as they are typed. */
function isNamedBy(typed: ReadonlySet<string>, { name }: FoundPlace): boolean {
  const own = partsIn(wordsOutsideParentheses(name)).filter(
    (part) => part.own && !FILLERS.has(part.text) && !isStreetKind(part.text),
  );
  return (
    own.length > 0 &&
    own.every(({ text, term }) => typed.has(term.typed) || typed.has(text.replaceAll(" ", "")))
  );
}

/** Tells which places have all words of a query in their names, kinds and addresses, or at least begun. */
export function hasAllWordsOf(query: string): (place: FoundPlace) => boolean {
  const fit = fitOf(query);
  return (place) => fit(place) <= FIT.begun;
}

const FIELD_MATCH = 0.6; // of a match in the name
const TYPO_MATCH = 0.8; // of an exact one
const LOOSE_MATCH = 0.7; // counts only if all other words match
const START_MATCH = 0.9;

const hasWhole = ({ starts, meanings }: SearchTerm, words: ReadonlySet<string>): boolean =>
  starts.some((word) => words.has(word)) || meanings.some((word) => words.has(word));

/** How well these words match the term, from 0 to 1. */
function matchOf(term: SearchTerm, words: ReadonlySet<string>): number {
  const { typed } = term;
  if (hasWhole(term, words)) return 1;
  const all = [...words];
  if (all.some((word) => word.startsWith(typed))) return START_MATCH;
  if (/^\d+$/.test(typed)) return 0; // another number is another house or postal code
  if (typed.length >= MIN_TYPO_LENGTH) return all.some((word) => isMistyped(typed, word)) ? TYPO_MATCH : 0;
  const isLoose = (word: string) => word[0] === typed[0] && isMistyped(typed, word);
  return typed.length === LOOSE_LENGTH && all.some(isLoose) ? LOOSE_MATCH : 0;
}
