import { PLACE_REGIONS } from "../../../../shared/places/regions.ts";
import {
  fold,
  foldedText,
  foldedWords,
  type SearchTerm,
  searchTermOf,
  significantPartsOf,
} from "../../../../shared/spelling/spelling.ts";
import { type PlaceQuery, planOf } from "../search-plan.ts";
import { LOOSE_LENGTH } from "../vocabulary/term-lookup.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import { FILLERS, kindOf, kindWord } from "./kinds.ts";
import { isStreetKind } from "./streets.ts";

// What a query may mean when names do not have all its words: some may say where a place is, or of what kind.

export interface Interpretations {
  /** Then there are no weaker ones but of the city and the address. */
  readonly isOneWord: boolean;
  /** Some words in the name, and the others say the city. */
  readonly inCity: readonly PlaceQuery[];
  /** Some words in the name, and the others say the kind. */
  readonly inKind: () => readonly PlaceQuery[];
  /** How the address may begin; empty if no number is in the query. */
  readonly address: string;
  readonly others: () => OtherInterpretations;
}

/** For when no place has all words. */
interface OtherInterpretations {
  /** Without what says nothing about the name, or all places of the kind in the city. */
  readonly whole: readonly PlaceQuery[];
  /** With fewer words of the name. What they find must pass `bestFirst`. */
  readonly partial: () => readonly PlaceQuery[];
  /** The words to rank places by. */
  readonly terms: readonly RankedTerm[];
}

/** One that is not `own` tells no place from others of its kind, or is one of the address. */
export interface RankedTerm {
  readonly term: SearchTerm;
  readonly weight: number;
  readonly own: boolean;
}

const REGIONS = new Set(
  Object.entries(PLACE_REGIONS).flatMap(([code, name]) => [code.toLowerCase(), foldedText(name)]),
);
const IN_PARENTHESES = /\([^()]*\)?/g;
const ZIP_CODE = /^\d{5}$/;
const STARTS_WITH_NUMBER = /^\d/;
const MAX_WORDS = 12;
const MAX_CITY_WORDS = 4;
const MIN_LEFT_OUT = 2; // letters

/** The weaker interpretations of a query: `inCity` for when names with all its words are few, the others for none. */
export function interpretationsOf(vocabulary: Vocabulary, search: PlaceQuery): Interpretations {
  const words = wordsOutsideParentheses(search.query);
  const city = search.city === "" ? citySpanIn(vocabulary, words) : [];
  const typedCity = city.map((at) => words[at] ?? "");
  const rest = () =>
    withoutFillers(
      words.filter((_, at) => !city.includes(at)),
      city.length > 0,
    );
  const house = words.findIndex((word) => STARTS_WITH_NUMBER.test(word));
  const isOneWord = words[0] === foldedText(search.query);
  return {
    isOneWord,
    inCity: city.length > 0 ? [{ ...search, query: rest().join(" "), city: typedCity.join(" ") }] : [],
    inKind: () => inKindOf(search, words),
    address: house === -1 ? "" : words.slice(house, house + 2).join(" "),
    others: () =>
      search.city === "" && isOneWord
        ? { whole: [], partial: () => [], terms: [] }
        : otherInterpretations(vocabulary, search, rest(), typedCity),
  };
}

/** Not beside a city or a category that is given, in which the places with all words are few enough to look through. */
function inKindOf(search: PlaceQuery, words: readonly string[]): PlaceQuery[] {
  const category = search.city === "" && search.category === null ? kindOf(words) : null;
  if (category === null) return [];
  const parts = partsIn(words);
  const own = parts.filter((part) => part.own).map(({ text }) => text);
  return own.length > 0 && own.length < parts.length ? [{ ...search, query: own.join(" "), category }] : [];
}

function otherInterpretations(
  vocabulary: Vocabulary,
  search: PlaceQuery,
  rest: readonly string[],
  city: readonly string[],
): OtherInterpretations {
  const at = streetAt(rest);
  const parts = partsIn(at > 0 ? rest.slice(0, at) : rest);
  const street = at > 0 ? partsIn(rest.slice(at)).map((part) => ({ ...part, own: false })) : [];
  const typedKind = kindOf(rest);
  const read = (texts: readonly string[], changes: Partial<PlaceQuery> = {}): PlaceQuery => ({
    ...search,
    query: texts.join(" "),
    ...changes,
  });
  const place = city.length === 0 ? {} : { city: city.join(" ") };
  const kind = { category: search.category ?? typedKind };
  const isOther = (parts.length > 1 && parts.some(isLoose)) || keyOf(read(rest)) !== keyOf(search);
  const isKindOnly = typedKind !== null && typedKind === kind.category && !parts.some((part) => part.own);
  return {
    whole: [
      ...(city.length === 0 && isOther ? [read(rest)] : []),
      ...(isKindOnly ? [read([], { ...place, ...kind })] : []),
    ].filter((each) => each.query !== "" || each.city !== ""),
    partial: () =>
      rest.length + city.length < 2
        ? []
        : different([...fewerWords(vocabulary, parts, { place, kind, read }), read(city)], search),
    terms: [...parts, ...partsIn(city), ...street].map((part) => rankedTermOf(vocabulary, part)),
  };
}

/** Where the words of a street begin: at a number, or a word before that for a kind of street; not positive for none. */
function streetAt(words: readonly string[]): number {
  const number = words.findIndex((word) => STARTS_WITH_NUMBER.test(word));
  return number > 0 ? number : words.findIndex((word, at) => at > 1 && isStreetKind(word)) - 1;
}

/** The changes of the query as typed that an interpretation makes. */
interface Changes {
  readonly place: { readonly city?: string };
  readonly kind: Pick<PlaceQuery, "category">;
  readonly read: (texts: readonly string[], changes?: Partial<PlaceQuery>) => PlaceQuery;
}

/** Without words that no name has, without those for the kind, and without each word in turn, as long as most are left. */
function fewerWords(vocabulary: Vocabulary, parts: readonly NamePart[], { place, kind, read }: Changes) {
  const least = parts.filter((part) => part.own).length;
  const known = parts.filter(({ text, own }) => !own || isKnown(vocabulary, text));
  const own = known.filter((part) => part.own);
  const lessOne = known.map(({ text }, at) => (text.length < MIN_LEFT_OUT ? [] : known.toSpliced(at, 1)));
  const named = (of: readonly NamePart[], changes: Partial<PlaceQuery> = {}, more = 1) => {
    const has = of.filter((part) => part.own).length;
    const texts = of.map(({ text }) => text);
    return has > 0 && of.length - (least - has) >= more ? [read(texts, changes)] : [];
  };
  return [
    ...named(known, {}, 0), // the others may be in the address
    ...[{ ...place, ...kind }, place, kind, {}].flatMap((changes) => named(own, changes)),
    ...lessOne.flatMap((of) => named(of)),
  ];
}

/** A word, or an article with the word after it, or a phrase. */
interface NamePart {
  readonly text: string;
  readonly term: SearchTerm;
  /** Whether it tells a place from others of its kind. */
  readonly own: boolean;
}

/** Whether an error in it is forgiven only if the query as typed finds nothing. */
const isLoose = ({ term }: NamePart): boolean => term.typed.length === LOOSE_LENGTH;

export const partsIn = (words: readonly string[]): NamePart[] =>
  significantPartsOf(words.join(" ")).map((part) => ({
    text: part.words.join(" "),
    term: searchTermOf(part),
    own: part.meaning === null && (part.words.length > 1 || kindWord(part.words[0] ?? "") === null),
  }));

export function wordsOutsideParentheses(query: string): string[] {
  const outside = foldedWords(query.replace(IN_PARENTHESES, " "));
  return (outside.length > 0 ? outside : foldedWords(query)).slice(0, MAX_WORDS);
}

/** Where the last and longest name of a known city is among the words. */
function citySpanIn({ cities }: Vocabulary, words: readonly string[]): readonly number[] {
  for (let end = words.length; end > 0; end -= 1)
    for (let start = Math.max(end - MAX_CITY_WORDS, 0); start < end; start += 1)
      if (cities.places(words.slice(start, end).join(" ")) > 0)
        return Array.from({ length: end - start }, (_, n) => start + n);
  return [];
}

/** Without legal forms, and without the state and ZIP code at the end. */
function withoutFillers(words: readonly string[], mayBeEmpty: boolean): string[] {
  const kept = words.filter((word) => !FILLERS.has(word));
  const least = mayBeEmpty ? 0 : 1;
  while (kept.length > least && ZIP_CODE.test(kept.at(-1) ?? "")) kept.pop();
  const region = [1, 2, 3].find((length) => REGIONS.has(kept.slice(-length).join(" "))) ?? 0;
  return kept.length - region >= least ? kept.slice(0, kept.length - region) : kept;
}

/** Whether names have the word in any way. */
const isKnown = (vocabulary: Vocabulary, query: string): boolean =>
  planOf(vocabulary, { query, city: "", category: null, limit: 1 }, "broad") !== null;

const keyOf = ({ query, city, category }: PlaceQuery): string =>
  JSON.stringify([foldedText(query), city, category]);

/** Each once that is not the query as typed. */
function different(interpretations: readonly PlaceQuery[], search: PlaceQuery): PlaceQuery[] {
  const byKey = new Map(interpretations.map((each) => [keyOf(each), each]));
  byKey.delete(keyOf(search));
  return [...byKey.values()].filter(({ query }) => query !== "");
}

/** Rare words count more. */
function rankedTermOf({ words, places }: Vocabulary, { term, own }: NamePart): RankedTerm {
  const known = Math.max(0, ...term.starts.map((start) => words.places(start)));
  return { term, own, weight: Math.log((places + 1) / (known + 1)) + 1 };
}

const WORDS_MAX = 10;
const SAME_WORD_MAX = 2; // Walla Walla
const WORD = /[\p{L}\p{M}\p{N}'’]+|[^\p{L}\p{M}\p{N}\s.,-]/gu;

/** The text without the words after its first ten, and without a word that it has twice already: each costs time. */
export function withFewWords(text: string): string {
  const seen: string[] = [];
  return text
    .replace(WORD, (word) => {
      const folded = fold(word);
      if (seen.length === WORDS_MAX || seen.filter((each) => each === folded).length === SAME_WORD_MAX)
        return "";
      seen.push(folded);
      return word;
    })
    .trim();
}
