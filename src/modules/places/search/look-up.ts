import type { Deps } from "../../../core/rpc/context.ts";
import { isPhone, phoneDigits } from "../../../shared/phone.ts";
import { type Category, distance, type Point, withoutOpenNow } from "../../../shared/places/places.ts";
import { foldedText, significantPartsOf, synonymsOf } from "../../../shared/spelling/spelling.ts";
import type { FoundPlace } from "./found-place.ts";
import { hasWordsAsTyped, type WordMatch, wordMatchOf } from "./interpretation/corrections.ts";
import { FIT, fitOf } from "./interpretation/fit.ts";
import { type AskedKind, askedKindOf } from "./interpretation/kinds.ts";
import { isStreetKind, withoutStreetKinds } from "./interpretation/streets.ts";
import { keysOf, placeNamed, placeOfSearch, type Where } from "./interpretation/where.ts";
import { PUBLIC_SEARCH_PAGE } from "./schema.ts";
import { findPlaces, freshVocabulary, placesFrom } from "./search.ts";
import {
  type PlaceFilter,
  placesAnywhere,
  placesAround,
  placesByStreetOrCuisine,
  placesInCities,
  placesWithPhone,
} from "./search-statement.ts";
import type { Vocabulary } from "./vocabulary/vocabulary.ts";
import { cityKey } from "./word-index.ts";

// One text can have words of a name, a dish, a kind of place and where it is, in any order.

interface Asked {
  readonly q: string;
  /** Apart from `q`: then nothing elsewhere is meant. */
  readonly city: string;
  readonly category: Category | null;
  readonly near: Point | null;
  /** Only places that have the words as typed. */
  readonly asTyped: boolean;
  /** Places that are read at most. */
  readonly limit: number;
  /** Without the places that are withheld from visitors. */
  readonly isPublic: boolean;
}

interface LookedUp extends WordMatch {
  /** What was read as the place of search; null if nothing was. */
  readonly understood: string | null;
  readonly zipCode: string;
  /** Each place once, with its rank from 0: those of one rank match equally well. */
  readonly ranked: readonly (readonly [place: FoundPlace, rank: number])[];
  /** Whether places around the visitor are meant. */
  readonly byDistance: boolean;
}

/** A part of the map. */
interface Area {
  readonly cities: readonly string[];
  readonly holds: (place: FoundPlace) => boolean;
  /** Its places whatever their names. */
  readonly list: (filter: PlaceFilter) => Promise<readonly FoundPlace[]>;
}

/** Places that match equally well. */
type Group = readonly FoundPlace[];

const NEAR_YOU = "near you";

/** How people ask for a place rather than name it. */
const QUESTION_START =
  /^\s*(?:(?:hey|ok|okay|please)\s+)?(?:where(?:['’]?s| is| are| can i (?:find|get|eat|buy))|what time (?:does|is)|when (?:does|is)|is there|are there|is|find(?: me)?|show me|take me to|directions? to|navigate to|how (?:do i get|far is it) to|i(?:['’]?m| am)? (?:looking for|want|need)|looking for|search for|call|my (?:restaurant|store|shop|place|business|masjid|mosque))\s+(?:(?:the|an?|any|some|that)\s+)?/iu;
const QUESTION_END =
  /\s+(?:open(?:ing)?(?: hours?| times?| until| late| today)?|clos(?:es?|ed|ing)(?: time)?|hours|phone(?: number)?|address|directions|menu|reviews)\s*\??\s*$/iu;

const withoutAsking = (q: string): string =>
  withoutOpenNow(q).replace(QUESTION_START, "").replace(QUESTION_END, "").trim();

/** The places that a visitor may mean. A question is read as one if no place has all its words. */
export async function lookUp(deps: Deps, asked: Asked): Promise<LookedUp> {
  if (isPhone(asked.q)) return withPhone(deps, asked);
  const found = await lookUpAs(deps, asked);
  const q = withoutAsking(asked.q);
  const isEnough = found.ranked.length > 0 && !found.isPartial;
  return isEnough || q === "" || q === asked.q ? found : lookUpAs(deps, { ...asked, q });
}

async function lookUpAs(deps: Deps, asked: Asked): Promise<LookedUp> {
  const { q, city, near, asTyped } = asked;
  const vocabulary = await freshVocabulary(deps);
  const known = { gazetteer: deps.state.gazetteer, vocabulary };
  const { rest, where, mistyped } =
    city === ""
      ? placeOfSearch(known, q, asTyped)
      : { rest: q, where: placeNamed(known, city), mistyped: null };
  const around = where === null && near !== null && city === "" ? areaAround(deps, vocabulary, near) : null;
  const area = where ? areaOf(deps, where) : around;
  const all = area ? await inArea(deps, asked, area, rest) : await anywhere(deps, asked, rest);
  const groups = asTyped ? all.map((places) => places.filter(hasWordsAsTyped(rest))) : all;
  return {
    ...wordMatchOf(q, rest, groups.flat(), mistyped),
    understood: where?.label ?? (city !== "" ? city : around && NEAR_YOU),
    zipCode: where?.zipCode ?? "",
    ranked: rankedIn(groups, where),
    byDistance: around !== null,
  };
}

async function withPhone({ db }: Deps, asked: Asked): Promise<LookedUp> {
  const found = await placesFrom(db, placesWithPhone(phoneDigits(asked.q), asked));
  const nothing = { understood: null, zipCode: "", corrected: null, isPartial: false, byDistance: false };
  return { ...nothing, ranked: rankedIn([found], null) };
}

/** Of cities of the same name, places in the one that is meant come first. */
function rankedIn(groups: readonly Group[], where: Where | null): LookedUp["ranked"] {
  const isMeant = ({ state }: FoundPlace) => !where || where.state === null || where.state === state;
  const ranks = new Map<string, readonly [FoundPlace, number]>();
  for (const [rank, places] of groups.entries())
    for (const place of places)
      if (!ranks.has(place.id)) ranks.set(place.id, [place, isMeant(place) ? 2 * rank : 2 * rank + 1]);
  return [...ranks.values()];
}

function areaOf({ db }: Deps, { cities, ...where }: Where): Area {
  const state = where.isStateTyped ? where.state : null;
  return {
    cities,
    holds: (place) => cities.includes(cityKey(place.city)) && (state === null || place.state === state),
    list: (filter) => placesFrom(db, placesInCities(cities, { ...filter, state })),
  };
}

const AROUND = 50; // km
const RADII = [10, AROUND, 200]; // km: the next one if there is hardly a place within the one before
const MAX_CITIES_AROUND = 100;

function areaAround({ db, state }: Deps, { cities }: Vocabulary, point: Point): Area {
  const keys = state.gazetteer.around(point, AROUND).slice(0, MAX_CITIES_AROUND).flatMap(keysOf);
  return {
    cities: keys.filter((key) => cities.places(key) > 0),
    holds: ({ latitude, longitude }) =>
      latitude !== null && longitude !== null && distance(point, { latitude, longitude }) <= AROUND,
    async list(filter) {
      let found: readonly FoundPlace[] = [];
      for (const km of RADII) {
        found = await placesFrom(db, placesAround(point, km, filter));
        if (found.length >= PUBLIC_SEARCH_PAGE) break;
      }
      return found;
    },
  };
}

/** Places that have the words in their names; inexact words are looked up only if the exact ones do not fill a page. */
const byName = (
  deps: Deps,
  { category, limit, isPublic }: Asked,
  query: string,
  where: Partial<{ city: string; cities: readonly string[] }>,
) =>
  findPlaces(deps, {
    query,
    city: "",
    ...where,
    category,
    limit,
    stopAt: PUBLIC_SEARCH_PAGE,
    isPublic,
  });

/** Those of exactly the name, those whose names have no other words, those that have all words, the others. */
function bestFirst(query: string, places: Group): readonly [Group, Group, Group, Group] {
  const fit = fitOf(query);
  const groups = Map.groupBy(places, (place) => (query === "" ? FIT.begun : Math.min(fit(place), FIT.begun)));
  const [named, others] = [groups.get(FIT.name) ?? [], groups.get(FIT.begun) ?? []];
  return [named, groups.get(FIT.named) ?? [], groups.get(FIT.whole) ?? [], others];
}

/** Of places that fit as well, those of the name come before those that say so elsewhere. */
function bothBestFirst(query: string, ofName: Group, byText: Group): readonly Group[] {
  const others = bestFirst(query, byText);
  return bestFirst(query, ofName).flatMap((group, at) => [group, others[at] ?? []]);
}

const FOOD: readonly Category[] = ["restaurant", "grocery"];

/** Lists the places of a kind. */
function listed({ category, limit, isPublic }: Asked, kind: AskedKind, list: Area["list"]) {
  const isAny = category === null && kind.category === null;
  const isMeant = (place: FoundPlace) => !(kind.isFood && isAny) || FOOD.includes(place.category);
  return async (filter: Partial<PlaceFilter>): Promise<Group> =>
    (await list({ category: category ?? kind.category, limit, isPublic, ...filter })).filter(isMeant);
}

/** Places that have this name, although it means a kind of place. */
async function named(
  deps: Deps,
  asked: Asked,
  name: string,
  where: Partial<{ cities: readonly string[] }>,
): Promise<Group> {
  const page = { ...asked, limit: PUBLIC_SEARCH_PAGE };
  return name === "" ? [] : bestFirst(name, await byName(deps, page, name, where))[0];
}

async function anywhere(deps: Deps, asked: Asked, rest: string): Promise<readonly Group[]> {
  const { city } = asked;
  const kind = askedKindOf(rest);
  const list = listed(asked, kind, (filter) => placesFrom(deps.db, placesAnywhere(filter)));
  if (kind.words.length === 0 && city === "") return [await named(deps, asked, rest, {}), await list({})];
  if (kind.isWhole && kind.words.join(" ") !== foldedText(rest))
    return [
      await named(deps, asked, rest, {}),
      await byName(deps, asked, kind.words.join(" "), { city }),
      await byName(deps, asked, rest, { city }),
    ];
  const found = await byName(deps, asked, rest, { city });
  const byText = city === "" ? await onStreetOrOfCuisine(deps, asked, kind, found, null) : [];
  const groups = bothBestFirst(rest, found, byText);
  const isListed = city === "" && groups.flat().length === 0 && (kind.isKindOnly || kind.isWhole);
  return isListed ? [await list({})] : groups;
}

/** In the area, by name and then by kind; elsewhere, only what has the whole query in its name, or if nothing is there. */
async function inArea(deps: Deps, asked: Asked, area: Area, rest: string): Promise<readonly Group[]> {
  const { q, city, category } = asked;
  const kind = askedKindOf(rest);
  const list = listed(asked, kind, area.list);
  const elsewhere = city === "" ? byName(deps, asked, q, {}) : [];
  if (kind.isWhole) {
    const [exact, own] = bestFirst(q, await elsewhere);
    return [exact, own, await named(deps, asked, rest, { cities: area.cities }), await list({})];
  }
  const subcategory = kind.subcategory.map(withSynonyms);
  const [there, others, all] = await Promise.all([
    byName(deps, asked, kind.words.join(" "), { cities: area.cities }),
    subcategory.length > 0 ? list({ category, subcategory }) : [],
    elsewhere,
  ]);
  const ofKind = kind.isKindOnly ? await list({}) : [];
  const byText = await onStreetOrOfCuisine(deps, asked, kind, there.filter(area.holds), area);
  const [exact, own, whole, most] = bestFirst(q, all);
  const groups = [
    exact,
    own,
    ...bothBestFirst(rest, there.filter(area.holds), [...byText, ...others].filter(area.holds)),
    all.filter(area.holds),
    others.filter(area.holds),
    ofKind,
    whole,
  ];
  if (groups.flat().length > 0 || city !== "") return groups;
  const ofName = bestFirst(rest, await byName(deps, asked, rest, {})).slice(0, -1); // in another city than was typed
  return [
    most,
    ...ofName,
    ...(await withSomeWords(deps, asked, kind, area)),
    kind.category ? await list({}) : [],
  ];
}

const MIN_WORD = 3; // letters
const MAX_WORDS = 4; // words

const withSynonyms = (word: string): string[] => [
  ...new Set([
    word.replace(/(?<=...)s$/, ""),
    ...synonymsOf(word).filter(({ length }) => length >= MIN_WORD),
  ]),
];

/** Places that have the words in their address or their subcategory, if names have them too seldom. */
async function onStreetOrOfCuisine(
  deps: Deps,
  asked: Asked,
  kind: AskedKind,
  found: Group,
  area: Area | null,
): Promise<Group> {
  const fit = fitOf(kind.words.join(" "));
  const isFound = found.some((place) => fit(place) <= FIT.begun);
  if (isFound && !kind.hasCuisine && !kind.words.some(isStreetKind)) return [];
  const words = withoutStreetKinds(significantPartsOf(kind.own.join(" ")).flatMap((part) => part.words))
    .filter((word) => word.length >= MIN_WORD)
    .slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const cities = area?.cities ?? null;
  const placesWith = (needed: readonly string[]) => {
    const ways = needed.map(withSynonyms);
    const texts = { starts: ways.flat(), words: ways, cities };
    return listed(asked, kind, (filter) => placesFrom(deps.db, placesByStreetOrCuisine(texts, filter)))({});
  };
  const all = (await placesWith(words)).filter((place) => fit(place) < FIT.none);
  const street = words.findLast((word) => isStreetKind(kind.own[kind.own.indexOf(word) + 1] ?? ""));
  if (isFound || all.length > 0 || street === undefined || words.length === 1) return all;
  return bySharedWords(words, await placesWith([street])).flat();
}

/** Those in the area that have some of the words, those with the most first. */
async function withSomeWords(deps: Deps, asked: Asked, kind: AskedKind, area: Area): Promise<Group[]> {
  const words = kind.own.filter((word) => word.length >= MIN_WORD).slice(0, MAX_WORDS);
  if (words.length === 0 || kind.words.length < 2) return [];
  const page = { ...asked, category: asked.category ?? kind.category, limit: PUBLIC_SEARCH_PAGE };
  const found = await Promise.all(words.map((word) => byName(deps, page, word, { cities: area.cities })));
  return bySharedWords(words, found.flat().filter(area.holds));
}

/** The places with the most of these words first. */
function bySharedWords(words: readonly string[], places: Group): Group[] {
  const fits = words.map(fitOf);
  const shared = (place: FoundPlace) => fits.filter((fit) => fit(place) < FIT.none).length;
  return [...Map.groupBy(places, shared)].toSorted(([a], [b]) => b - a).map(([, group]) => group);
}
