import { COMPLETIONS } from "../../../copy/en/places.ts";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import { CATEGORIES, KINDS_NAMES } from "../../../shared/places/places.ts";
import { cityPath, placePath } from "../../../shared/places/slug.ts";
import { foldedText, foldedWords } from "../../../shared/spelling/spelling.ts";
import type { City } from "../gazetteer/columns.ts";
import { cityLabel } from "../gazetteer/gazetteer.ts";
import type { FoundPlace } from "./found-place.ts";
import { hasAllWordsOf } from "./interpretation/fit.ts";
import { withFewWords } from "./interpretation/interpretations.ts";
import { askedKindOf, KIND_WORDS } from "./interpretation/kinds.ts";
import { keysOf, placeOfSearch } from "./interpretation/where.ts";
import { COMPLETIONS_MAX, type Completion } from "./schema.ts";
import { findPlacesAgain } from "./search.ts";
import type { Vocabulary } from "./vocabulary/vocabulary.ts";

const CITIES_MAX = 3; // offered
const CITIES_READ = 30; // the most populous ones that the text can mean
const KINDS_MAX = 2;
const MIN_LETTERS = 2; // of a kind or a city
const PLACES_READ = 3 * COMPLETIONS_MAX; // some may lack a word

/** What a visitor may mean with a text that is still being typed: kinds of places, cities, then places. */
export async function complete({ deps }: ActionContext<Visitor>, typed: string): Promise<Completion[]> {
  const q = withFewWords(typed);
  const vocabulary = await deps.state.vocabulary.current();
  const isShort = foldedText(q).length < MIN_LETTERS;
  const first = isShort ? [] : [...kindsFor(deps, vocabulary, q), ...citiesFor(deps, vocabulary, q)];
  const search = { query: q, city: "", category: null, limit: PLACES_READ, isPublic: true };
  const found = await findPlacesAgain(deps, search);
  const begun = found.filter(hasAllWordsOf(q));
  const places = begun.length + first.length > 0 ? begun : found; // with a typing error, if there is nothing else
  return [...first, ...places.map(placeCompletion)].slice(0, COMPLETIONS_MAX);
}

function placeCompletion(place: FoundPlace): Completion {
  const { name, city, state } = place;
  return { kind: "place", text: `${name}, ${city}, ${state}`, url: placePath(place) };
}

/** Those whose name begins so, or the kind that other words than those for a place mean. */
function kindsFor({ state }: Deps, vocabulary: Vocabulary, q: string): Completion[] {
  const { rest, where } = placeOfSearch({ gazetteer: state.gazetteer, vocabulary }, q);
  const typed = foldedText(rest);
  const { category, isWhole } = askedKindOf(rest);
  const kinds = CATEGORIES.filter(
    (kind) =>
      (isWhole && kind === category) ||
      (typed !== "" && wordsFor(kind).some((word) => word.startsWith(typed))),
  );
  return kinds.slice(0, KINDS_MAX).map((kind) => {
    const asked = new URLSearchParams({ ...(where && { q: where.label }), category: kind });
    const name = KINDS_NAMES[kind];
    const text = where ? COMPLETIONS.kindIn(name, where.label) : name;
    return { kind: "category", text, url: `/places?${asked}` };
  });
}

const wordsFor = (kind: keyof typeof KIND_WORDS): readonly string[] => [
  ...foldedWords(KINDS_NAMES[kind]).slice(0, 1),
  ...KIND_WORDS[kind].slice(0, 1),
  ...(kind === "mosque" ? ["mosque"] : []),
];

/** Cities whose name begins so; those with places first. */
function citiesFor({ state }: Deps, { cities }: Vocabulary, q: string): Completion[] {
  const placesIn = (city: City) => keysOf(city).reduce((sum, key) => sum + cities.places(key), 0);
  const isEmpty = (city: City) => Number(placesIn(city) === 0);
  return [...state.gazetteer.search(q, CITIES_READ)]
    .sort((a, b) => isEmpty(a) - isEmpty(b))
    .slice(0, CITIES_MAX)
    .map((city) => ({
      kind: "city",
      text: cityLabel(city),
      url: cityPath(city),
    }));
}
