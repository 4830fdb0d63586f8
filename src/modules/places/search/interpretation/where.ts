import { withoutNearMe } from "../../../../shared/places/places.ts";
import { PLACE_REGIONS, regionCode } from "../../../../shared/places/regions.ts";
import { foldedText } from "../../../../shared/spelling/spelling.ts";
import type { City } from "../../gazetteer/columns.ts";
import { cityLabel, type Gazetteer } from "../../gazetteer/gazetteer.ts";
import { nameKey, OTHER_NAMES, shortNameKey } from "../../gazetteer/names.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import { cityKey } from "../word-index.ts";
import type { Correction } from "./corrections.ts";
import { isStreetKind } from "./streets.ts";

/** A city or a state. */
export interface Where {
  /** `Dearborn, MI`, `Michigan`, or as typed where several cities have the name. */
  readonly label: string;
  /** The cities as the index spells them. */
  readonly cities: readonly string[];
  /** Two letters; null for the cities of this name in any state. */
  readonly state: string | null;
  /** Whether the state was typed, so that cities of this name in another one are not meant. */
  readonly isStateTyped: boolean;
  /** Empty if none was typed. */
  readonly zipCode: string;
}

/** A query that has been read: what to look for, and where. */
export interface PlaceOfSearch {
  /** What is left without the words for where. */
  readonly rest: string;
  /** Null if the query names no place. */
  readonly where: Where | null;
  /** A city that is read although it is mistyped; null if none is. */
  readonly mistyped: Correction | null;
}

/** Before a place. */
const PREPOSITIONS = new Set(["in", "near", "around", "at", "by", "في"]);
const ZIP_CODE = /^\d{5}(?:-\d{4})?$/;
const CANADIAN_START = /^[a-z]\d[a-z]$/i;
const CANADIAN_CODE = /^[a-z]\d[a-z]-?\d[a-z]\d$/i;
const CANADIAN_END = /^\d[a-z]\d$/i;
/** Codes of states that are words too: they count in capitals, or after a city of theirs. */
const ALSO_WORDS = new Set("al as co de hi id in la ma me mi mo mt oh ok on or pa pr".split(" "));
const MAX_CITY_WORDS = 4;
const MAX_STATE_WORDS = 3;
const MOSTLY_A_NAME = 3; // times as many names have the word as places are in the city
const MIN_MISTYPED_CITY = 5; // letters
const LARGE_CITY = 500_000; // people

interface Known {
  readonly gazetteer: Gazetteer;
  readonly vocabulary: Pick<Vocabulary, "words" | "cities">;
}

/** Some of the words of a query, from one up to another, exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads where a visitor looks: a city, a state or a postal code among other words, in any order. `asTyped` forgives no
 * typing error.
 */
export function placeOfSearch(known: Known, query: string, asTyped = false): PlaceOfSearch {
  const plain = withoutNearMe(query);
  const words = plain.split(/[\s,;]+/).filter((word) => word !== "");
  const read =
    codeIn(known, words) ??
    stateIn(known, words) ??
    cityIn(known, words, null) ??
    (asTyped ? null : mistypedIn(known, words));
  return {
    rest: (read ? without(words, read.spans) : words).join(" "),
    where: read?.where ?? null,
    mistyped: read?.mistyped ?? null,
  };
}

interface Read {
  readonly where: Where;
  readonly spans: readonly Span[];
  readonly mistyped?: Correction;
}

function codeIn(known: Known, words: readonly string[]): Read | null {
  if (words.some(isStreetKind)) return null; // in an address, a number of five digits is that of the house
  const at = words.findIndex(
    (word) => ZIP_CODE.test(word) || CANADIAN_CODE.test(word) || CANADIAN_START.test(word),
  );
  const code = words[at];
  if (code === undefined) return null;
  const city = known.gazetteer.meaning(code);
  if (city === null) return null;
  const end = at + (CANADIAN_START.test(code) && CANADIAN_END.test(words[at + 1] ?? "") ? 2 : 1);
  const zipCode = words.slice(at, end).join(" ").toUpperCase();
  const where = { ...whereOf(city, true), label: `${cityLabel(city)} ${zipCode}`, zipCode };
  const spans = [{ start: at, end }];
  const named = cityIn(known, words, city.state); // the city is often typed besides
  const isSame = named?.where.label === cityLabel(city);
  return { where, spans: isSame ? [...spans, ...named.spans] : spans };
}

/** A state, and its city where one is typed before it. */
function stateIn(known: Known, words: readonly string[]): Read | null {
  for (let end = words.length; end > 0; end -= 1)
    for (let start = Math.max(end - MAX_STATE_WORDS, 0); start < end; start += 1) {
      const text = words.slice(start, end).join(" ");
      const state = regionCode(text, PLACE_REGIONS);
      if (state === null) continue;
      const span = { start, end };
      const city = cityIn(known, words.slice(0, start), state);
      if (city?.spans[0]?.end === start) return { ...city, spans: [...city.spans, span] };
      if (!isState(known, words, span, state)) continue;
      const other = cityIn(known, words, state);
      return other
        ? { ...other, spans: [...other.spans, span] }
        : { where: wholeState(known, state), spans: [span] };
    }
  return null;
}

/** Not if the name is rather that of a city, or the code is a word that people type. */
function isState(
  { gazetteer }: Known,
  words: readonly string[],
  { start, end }: Span,
  state: string,
): boolean {
  const text = words.slice(start, end).join(" ");
  const city = gazetteer.meaning(text); // New York, Washington and LA, but neither Ontario nor California
  if (city !== null && (city.state === state || city.population >= LARGE_CITY)) return false;
  if (text.length > 2 || text === text.toUpperCase()) return true;
  return words.length > 1 && end === words.length && !ALSO_WORDS.has(text.toLowerCase());
}

/** The last and longest name of a city; in a state, if that is known. */
function cityIn(known: Known, words: readonly string[], state: string | null): Read | null {
  for (let end = words.length; end > 0; end -= 1)
    for (let start = Math.max(end - MAX_CITY_WORDS, 0); start < end; start += 1) {
      const where = cityOf(known, words, { start, end }, state);
      if (where) return { where, spans: [{ start, end }] };
    }
  return null;
}

function cityOf(
  known: Known,
  words: readonly string[],
  { start, end }: Span,
  state: string | null,
): Where | null {
  const { gazetteer, vocabulary } = known;
  const text = words.slice(start, end).join(" ");
  if (/^\d+$/.test(text)) return null;
  const city = gazetteer.meaning(state === null ? text : `${text}, ${state}`);
  if (state !== null) return city && whereOf(city, true);
  const where = city ? whereOf(city, false) : sameName(text);
  const places = where.cities.reduce((sum, key) => sum + vocabulary.cities.places(key), 0);
  if (city && PREPOSITIONS.has((words[start - 1] ?? "").toLowerCase())) return where;
  const isName = vocabulary.words.places(foldedText(text)) > MOSTLY_A_NAME * places;
  return places > 0 && !isName ? where : null;
}

const whereOf = (city: City, isStateTyped: boolean): Where => ({
  label: cityLabel(city),
  cities: keysOf(city),
  state: city.state,
  isStateTyped,
  zipCode: "",
});

/** How the index can spell a city. */
export const keysOf = ({ id, name }: City): string[] => [
  ...new Set(
    [name, ...(OTHER_NAMES.get(id) ?? [])].flatMap((each) => [
      cityKey(each),
      nameKey(each),
      shortNameKey(each),
    ]),
  ),
];

function wholeState({ gazetteer, vocabulary }: Known, state: string): Where {
  const cities = gazetteer.inState(state).flatMap(keysOf);
  const label = PLACE_REGIONS[state] ?? state;
  const known = cities.filter((key) => vocabulary.cities.places(key) > 0);
  return { label, cities: known, state, isStateTyped: true, zipCode: "" };
}

/** The other words, without a preposition that led to the place. */
function without(words: readonly string[], spans: readonly Span[]): string[] {
  const isInSpan = (at: number) => spans.some(({ start, end }) => at >= start && at < end);
  return words.filter(
    (word, at) =>
      !isInSpan(at) &&
      !(PREPOSITIONS.has(word.toLowerCase()) && (isInSpan(at + 1) || at === words.length - 1)),
  );
}

/** A city with a typing error, in a word that no name has. */
function mistypedIn({ gazetteer, vocabulary }: Known, words: readonly string[]): Read | null {
  for (const [at, word] of words.entries()) {
    const typed = foldedText(word);
    if (typed.length < MIN_MISTYPED_CITY || vocabulary.words.countStartingWith(typed) > 0) continue;
    const [found] = vocabulary.cities.nearTo(typed).toSorted((a, b) => b.places - a.places);
    if (found === undefined) continue;
    const city = gazetteer.meaning(found.token);
    const spans = [{ start: at, end: at + 1 }];
    const where = city ? whereOf(city, false) : sameName(found.token);
    return { where, spans, mistyped: { typed, meant: city?.name ?? where.label } };
  }
  return null;
}

/** The place that a text names, if it has no other words. */
export function placeNamed(known: Known, text: string): Where | null {
  const { rest, where } = placeOfSearch(known, text);
  return rest === "" ? where : null;
}

/** All cities of a name. */
const sameName = (name: string): Where => ({
  label: foldedText(name).replace(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase()),
  cities: [foldedText(name)],
  state: null,
  isStateTyped: false,
  zipCode: "",
});
