import { containsPattern } from "../../../db/query/like-pattern.ts";
import { type Category, KM_PER_DEGREE, type Point } from "../../../shared/places/places.ts";
import { STREET_OF, SUBCATEGORY_OF } from "../table.ts";
import { LINE, LINE_END } from "./found-place.ts";
import type { NameEntry, PlaceQuery, PlannedScan, SearchPlan } from "./search-plan.ts";
import { QUALITY } from "./vocabulary/term-lookup.ts";
import type { WordList } from "./vocabulary/word-list.ts";
import { cityKey } from "./word-index.ts";

const PAGE_SIZES = [10, 50, 100]; // places; few, as each makes a prepared statement of its own
const MAX_TEXTS = 4; // compared one by one; few, as each number makes a statement of its own
const MAX_RANGE = 5_000; // index entries read per prefix
const ENTRIES = "select poi, weight, key, category, city from poi_words where";
const HIT = "w.poi, w.weight, w.key, s.quality, s.n";
const NAMED = -100; // better than any sum of qualities
/** Without the other spellings, which follow two spaces. */
const WRITTEN = "split_part(key, '  ', 1)";

/** Part of each search, which is planned again if words were added since the vocabulary was read. */
export const VOCABULARY_VERSION = "st.turn, st.stamp from poi_index_state st";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Adds a value and returns the SQL for it. Subqueries hide the values from PostgreSQL's estimates, so one plan fits all. */
type Param = (value: unknown, type: string) => string;

/**
 * Scans the index word by word, each only as far as needed, and filters by the other parts of the query on the words of
 * the name, which are in the index too; then fetches the places, without a join that could change their order.
 * PostgreSQL plans each text once, so what should affect the plan is part of the text. The only row has the version of
 * the vocabulary, also if no place is found.
 */
export function statementOf(plan: SearchPlan): Statement {
  const values: unknown[] = [];
  const param: Param = (value, type) => `(select $${values.push(value)}::${type})::${type}`;
  const page = PAGE_SIZES.find((size) => size >= plan.limit) ?? plan.limit;
  const text = `
    select (select string_agg(line, '${LINE_END}') from (
      select (select ${LINE} from current_pois p where p.seq = best.poi and ${shownIn(plan)}) as line from (${selectBest(plan, page, param)}) best
    ) found) as lines, ${VOCABULARY_VERSION}`;
  return { text, values };
}

/**
 * Applied to the places that were found, as the index does not have it: after a change of thousands of places, only they
 * are written.
 */
const shownIn = ({ isPublic }: Pick<PlaceQuery, "isPublic">): string =>
  isPublic ? "not p.is_withheld" : "true";

/** The numbers of the places, best first; of a single word, which has each place once, those of the name come twice. */
function selectBest(plan: SearchPlan, page: number, param: Param): string {
  const { scans, ranges, filters, byCity, name } = plan;
  const isOne = scans.length === 1 && ranges.length === 0 && filters.length === 0 && !byCity;
  const isInScan = isOne && name !== null && name.token === scans[0]?.token; // first of its word, as it has no other
  const isFound = isInScan || plan.expected < plan.limit; // `nameFirst` then finds it among the others
  const named = name === null || isFound ? [] : [selectNamed(name, plan, page, param)];
  if (isOne) {
    const isName = isInScan
      ? `(strpos(key, ${param(name.start, "text")}) <> 1 or weight <> ${param(name.weight, "smallint")}), `
      : "";
    const found = `${selectOneWord(plan, page, param)} hits order by ${isName}${farOf(plan, param)}, weight, key, poi`;
    const others = named.map((each) => `select poi from ${each} named`);
    return [...others, `(select poi from ${found})`].join(" union all ");
  }
  const hits = [selectWordHits(plan, page, param), ...named];
  if (ranges.length > 0) hits.push(selectRangeHits(plan, page, param));
  return `select poi from (${hits.join(" union all ")}) hits
    group by poi order by ${orderOf(plan, param)}, min(key), poi limit ${page}`;
}

/** The entries of a single word. */
function selectOneWord(plan: SearchPlan, page: number, param: Param): string {
  const matches = [`token = ${param(plan.scans[0]?.token, "text")}`, ...placeConditions(plan, param)];
  return `(select poi, weight, key from poi_words where ${matches.join(" and ")}
    order by weight, key, poi limit ${page})`;
}

/** The places with exactly the name that was typed. */
function selectNamed(
  { token, weight, start }: NameEntry,
  plan: SearchPlan,
  page: number,
  param: Param,
): string {
  const matches = [
    `token = ${param(token, "text")} and weight = ${param(weight, "smallint")}`,
    `key >= ${param(start, "text")} and key < ${param(`${start}!`, "text")}`, // no sign of a word is less than "!"
    ...placeConditions({ ...plan, byCity: false }, param),
  ];
  return `(select poi, weight, key, ${NAMED}::int, 0 from poi_words where ${matches.join(" and ")}
    order by weight, key, poi limit ${page})`;
}

/** The entries of each word. They are in the order of the index, so the limit ends a scan early. */
function selectWordHits(plan: SearchPlan, page: number, param: Param): string {
  const words = plan.scans.map((scan, n) => ({ ...scan, n }));
  const matches = ["poi_words.token = s.token", ...inCity(plan), ...conditionsOf(plan, param)];
  return `select ${HIT} from ${scansFrom(words, param)} ${citiesFrom(plan, param)} cross join lateral (
    ${ENTRIES} ${matches.join(" and ")} order by weight, key, poi limit ${page}) w`;
}

/** The entries of every word in one of the ranges, up to a bound on what is read. */
function selectRangeHits(plan: SearchPlan, page: number, param: Param): string {
  const ranges = plan.ranges.map((range) => ({ text: "", ...range, n: plan.scans.length }));
  const inRange = ['poi_words.token >= s.token and poi_words.token < s."end"', ...inCity(plan)];
  const conditions = ["strpos(key, s.text) > 0", ...conditionsOf(plan, param)];
  return `select ${HIT} from ${scansFrom(ranges, param)} ${citiesFrom(plan, param)} cross join lateral (
    select * from (${ENTRIES} ${inRange.join(" and ")}
      order by poi_words.token, weight, key, poi limit ${MAX_RANGE}) w
    where ${conditions.join(" and ")} limit ${page}) w`;
}

const scansFrom = (scans: readonly PlannedScan[], param: Param): string =>
  `jsonb_to_recordset(${param(JSON.stringify(scans), "jsonb")}) s(token text, quality int, n int, "end" text, text text)`;

/** Few cities are scanned one by one, because the index has the city after the word. */
const citiesFrom = ({ byCity, cities }: SearchPlan, param: Param): string =>
  byCity ? `cross join unnest(${param(cities, "text[]")}) l(lead)` : "";

const inCity = ({ byCity }: SearchPlan): string[] => (byCity ? ["city = l.lead"] : []);

/** What each entry must match besides its word. */
function conditionsOf(plan: SearchPlan, param: Param): string[] {
  const others = plan.filters.flatMap(({ any, words }) => [
    containsAny(any, param),
    longEnough(words, param),
  ]);
  return [...others, ...placeConditions(plan, param)];
}

function placeConditions({ category, cities, byCity }: SearchPlan, param: Param): string[] {
  const conditions: string[] = [];
  if (category !== null) conditions.push(`category = ${param(category, "text")}`);
  if (cities !== null && !byCity) conditions.push(`city = any(${param(cities, "text[]")})`);
  return conditions;
}

/**
 * The sort keys of a place over its hits, best first; among equals, names that are written as typed. With several parts,
 * the order must not depend on which one is scanned, and weights count the words of the name double.
 */
function orderOf(plan: SearchPlan, param: Param): string {
  const { filters, scans } = plan;
  if (filters.length === 0) {
    const isWord = scans[0]?.quality === QUALITY.exact; // else each has been scanned for how it is spelled
    const far = isWord ? ` min(${farOf(plan, param)}),` : "";
    return `min(quality * 1000 + n),${far} min(weight)`;
  }
  const mismatch = filters.map(
    ({ exact, start }) =>
      ` + case when key ${likeAny(exact, param)} then 0 when key ${likeAny(start, param)} then 1 else 3 end`,
  );
  return `min(quality${mismatch.join("")}), min(${farOf(plan, param)}), min(weight / 2)`;
}

/** How many parts of the query a name has in other spellings only. */
function farOf({ written }: SearchPlan, param: Param): string {
  const isNot = (text: string) => `strpos(${WRITTEN}, ${param(text, "text")}) = 0`;
  return written.map((texts) => `(${texts.map(isNot).join(" and ")})::int`).join(" + ");
}

/**
 * Skips the names with fewer parts than any that has one of the other words: of all weights of a word, the index has the
 * lowest first. All words of a name have its number of parts in their weights.
 */
const longEnough = (words: readonly string[], param: Param): string =>
  `weight >= (select coalesce(min(first.weight) / 2 * 2, 0) from unnest(${param(words, "text[]")}) t cross join lateral (
    select weight from poi_words where token = t order by weight limit 1) first)`;

/** `strpos` reads thousands of keys in a quarter of the time of `like`. */
function containsAny(texts: readonly string[], param: Param): string {
  const shortest = withoutLonger(texts);
  if (shortest.length === 0 || shortest.length > MAX_TEXTS)
    return `key ${likeAny(shortest.map(containsPattern), param)}`;
  return `(${shortest.map((text) => `strpos(key, ${param(text, "text")}) > 0`).join(" or ")})`;
}

/** Without the texts that contain another one, which is then found in all their names. */
const withoutLonger = (texts: readonly string[]): string[] =>
  texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));

const likeAny = (patterns: readonly string[], param: Param): string =>
  `like any(${param(patterns, "text[]")})`;

const MAX_CITY_ENTRIES = 20_000; // of the index; the places of the largest city have about 10,000

const STRONGEST_FIRST =
  "array_position(array['verified', 'friendly', 'reported', 'unverified'], p.halal_verification_status), p.name, p.seq";

/** Which places of some cities, an area or everywhere. */
export interface PlaceFilter {
  readonly category: Category | null;
  /** Two letters; null for any. */
  readonly state?: string | null;
  /** Words that their subcategory must contain, each in one of these spellings. */
  readonly subcategory?: readonly (readonly string[])[];
  readonly limit: number;
  /** Without the places that are withheld from visitors. */
  readonly isPublic?: boolean | undefined;
}

/** A statement whose values are added where they are needed. */
function statement(textOf: (param: Param) => string): Statement {
  const values: unknown[] = [];
  return { text: textOf((value, type) => `$${values.push(value)}::${type}`), values };
}

/** What `current_pois p` must match. */
function matchesOf(filter: PlaceFilter, param: Param): string {
  const { category, state = null, subcategory = [] } = filter;
  const conditions = [shownIn(filter)];
  if (category !== null) conditions.push(`p.category = ${param(category, "text")}`);
  if (state !== null) conditions.push(`p.state = ${param(state, "text")}`);
  for (const spellings of subcategory)
    conditions.push(`p.subcategory ilike any (${param(spellings.map(containsPattern), "text[]")})`);
  return conditions.join(" and ");
}

/** The places of these cities, those with the strongest evidence first. */
export const placesInCities = (cities: readonly string[], filter: PlaceFilter): Statement =>
  statement((param) => {
    const { category, limit } = filter;
    const ofCategory = category === null ? "" : `and category = ${param(category, "text")}`;
    return `
      select ${LINE} as line from (
        select distinct poi from (
          select poi from poi_words where city = any(${param(cities, "text[]")}) ${ofCategory} limit ${MAX_CITY_ENTRIES}
        ) w
      ) r join current_pois p on p.seq = r.poi
      where ${matchesOf(filter, param)} order by ${STRONGEST_FIRST} limit ${param(limit, "int")}`;
  });

/** The places of a city that may be spelled in part; null if none is. */
export function placesInCity(
  cities: WordList,
  { city, category, limit, isPublic }: PlaceQuery,
): Statement | null {
  const part = cityKey(city);
  if (part === "") return null;
  const begun = [...cities.startingWith(part)];
  const found = begun.length > 0 ? begun : cities.containing(part, Number.POSITIVE_INFINITY);
  if (found.length === 0) return null;
  return placesInCities(
    found.map(({ token }) => token),
    { category, limit, isPublic },
  );
}

/** The places in a square around a point, the nearest first. `km` is half of its side. */
export const placesAround = ({ latitude, longitude }: Point, km: number, filter: PlaceFilter): Statement =>
  statement((param) => {
    const narrowing = Math.max(Math.cos((latitude * Math.PI) / 180), 0.01); // meridians converge
    const tall = km / KM_PER_DEGREE;
    const within = (column: string, center: number, by: number) =>
      `p.${column} between ${param(center - by, "float8")} and ${param(center + by, "float8")}`;
    const [north, east, width] = [latitude, longitude, narrowing].map((each) => param(each, "float8"));
    return `
      select ${LINE} as line from current_pois p
      where ${within("latitude", latitude, tall)} and ${within("longitude", longitude, tall / narrowing)}
        and ${matchesOf(filter, param)}
      order by (p.latitude - ${north}) ^ 2 + ((p.longitude - ${east}) * ${width}) ^ 2, p.seq
      limit ${param(filter.limit, "int")}`;
  });

/** Places anywhere: the verified, the friendly, then the newest. */
export const placesAnywhere = (filter: PlaceFilter): Statement =>
  statement((param) => {
    const matches = matchesOf(filter, param);
    const limit = param(filter.limit, "int");
    const newest = (condition: string) =>
      `(select p.seq from current_pois p where ${condition} and ${matches} order by p.created_at desc, p.id desc limit ${limit})`;
    const tiers = filter.category === "mosque" ? [] : ["verified", "friendly"]; // a masjid has none
    const proven = tiers.map((tier) => newest(`p.halal_verification_status = '${tier}'`));
    return `
      select ${LINE} as line from current_pois p where p.seq in (${[...proven, newest("true")].join(" union ")})
      order by ${STRONGEST_FIRST} limit ${limit}`;
  });

const MAX_BY_STREET_OR_CUISINE = 20_000; // entries of the indexes of streets and subcategories, whatever the words are

/** Which places by the texts besides their names. */
interface StreetOrCuisine {
  /** What the name of their street or their subcategory starts with, folded. */
  readonly starts: readonly string[];
  /** Words that they have anywhere, each in one of these spellings. */
  readonly words: readonly (readonly string[])[];
  /** As the index spells them; null for all. */
  readonly cities: readonly string[] | null;
}

/**
 * Places on a street, or with a subcategory, that begins so. Each start gets an equal share of the entries that are read, and
 * the other words are looked for in these alone: a word that no place has must not read the whole directory.
 */
export const placesByStreetOrCuisine = (
  { starts, words, cities }: StreetOrCuisine,
  filter: PlaceFilter,
): Statement =>
  statement((param) => {
    const text = "concat(f.identity, '|', lower(f.subcategory))";
    const shortest = starts.filter((start) => !starts.some((o) => o !== start && start.startsWith(o)));
    const share = param(Math.floor(MAX_BY_STREET_OR_CUISINE / 2 / Math.max(shortest.length, 1)), "int");
    const limit = param(filter.limit, "int");
    const conditions = words.map(
      (spellings) => `${text} like any (${param(spellings.map(containsPattern), "text[]")})`,
    );
    if (cities !== null) conditions.push(`split_part(f.identity, '|', 2) = any (${param(cities, "text[]")})`);
    const begins = (column: string, isGiven = "true") =>
      `(select seq, identity, subcategory from current_pois
        where ${isGiven} and ${column} >= s.start and ${column} < s.start || '\u{10FFFF}' limit ${share})`;
    return `
      select ${LINE} as line from current_pois p where p.seq = any (array(
        select f.seq from unnest(${param([...new Set(shortest)], "text[]")}) s(start)
        cross join lateral (${begins(STREET_OF)} union all ${begins(SUBCATEGORY_OF, "subcategory <> ''")}) f
        where ${conditions.join(" and ")}
      )) and ${matchesOf(filter, param)} order by ${STRONGEST_FIRST} limit ${limit}`;
  });

/** The places with this phone number. */
export const placesWithPhone = (phone: string, filter: PlaceFilter): Statement =>
  statement((param) => {
    const isIt = `p.phone = ${param(phone, "text")} and p.phone <> ''`; // the second half lets the index be used
    return `select ${LINE} as line from current_pois p where ${isIt} and ${matchesOf(filter, param)}
      order by ${STRONGEST_FIRST} limit ${param(filter.limit, "int")}`;
  });

/** The places at addresses that begin so, which is folded. */
export function placesAtAddress(start: string, search: PlaceQuery): Statement {
  const { city, category, limit } = search;
  const text = `
    select ${LINE} as line from current_pois p
    where ${shownIn(search)} and p.identity >= $1 and p.identity < $2 and ($3::text is null or p.category = $3)
      and strpos(split_part(p.identity, '|', 2), $4) > 0
    order by p.identity limit $5`;
  return { text, values: [start, `${start}\u{10FFFF}`, category, cityKey(city), limit] };
}
