import {
  and,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { arrayLiteral } from "../../../db/query/array-literal.ts";
import { cursorOf, positionOf } from "../../../db/query/cursor.ts";
import { containsPattern, escapeLike } from "../../../db/query/like-pattern.ts";
import { newestFirst, readPage, rowsBefore } from "../../../db/query/paging.ts";
import { type Seen, selectIds } from "../../../db/query/select-ids.ts";
import type { Orm } from "../../../db/types.ts";
import type { Page, Paging } from "../../../shared/listing.ts";
import { dayIn, EARLIEST_ZONE } from "../../../shared/places/days.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import { tierToday, withTierToday } from "../../../shared/places/tier-today.ts";
import { foldedText } from "../../../shared/spelling/spelling.ts";
import type { StaffPlace } from "../schema.ts";
import { findPlaces } from "../search/search.ts";
import { citiesContaining } from "../search/search-plan.ts";
import type { Vocabulary, VocabularyVersion } from "../search/vocabulary/vocabulary.ts";
import { cityKey } from "../search/word-index.ts";
import { currentPois, poiWords, currentPois as t } from "../table.ts";
import type { PlaceFilters, staffList } from "./schema.ts";

type Row = typeof t.$inferSelect;

const newest = newestFirst(t.createdAt, (row: Row) => row.createdAt);
const SORTINGS = { newest, oldest: { ...newest, descending: false } } as const;

/** Places that are counted; of more, only that there are more. docs/limits.md */
const COUNT_MAX = 100_000;

/**
 * Places, newest first; with `q`, those that it means, best first: an id, a name, the beginning of an address, or a
 * city.
 */
export async function list(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof staffList>,
): Promise<Page<StaffPlace>> {
  const { q, sort } = input;
  const { orm } = deps.db;
  const filters = await matching(deps, input);
  const found = q === "" ? null : await searchPlaces(deps, input);
  const where = found === null ? filters : and(isIn(found), filters);
  const page =
    found !== null && sort === undefined
      ? await bestFirst(orm, { found, where, input })
      : await readPage(orm, {
          table: t,
          sorting: SORTINGS[sort ?? "newest"],
          where,
          input,
          countUpTo: COUNT_MAX,
        });
  return { ...page, items: page.items.map((row) => withTierToday(row, deps.now())) };
}

/** The places that the filters and the search let through. */
export async function placesMatching(deps: Deps, input: PlaceFilters): Promise<SQL | undefined> {
  const filters = await matching(deps, input);
  return input.q === "" ? filters : and(isIn(await searchPlaces(deps, input)), filters);
}

/** The ids of all that match. Throws 409 if they are not as many as the caller saw. */
export async function selectPlaces(
  { deps }: ActionContext<StaffActor>,
  { count: seen, ...filters }: PlaceFilters & Seen,
) {
  return selectIds(deps.db.orm, t, await placesMatching(deps, filters), seen);
}

/** How many of the places that match have which tier today, without masjids. */
export async function countTiers({ deps }: ActionContext<StaffActor>, filters: PlaceFilters) {
  const where = and(await placesMatching(deps, filters), ne(t.category, "mosque"));
  const stored = await deps.db.orm
    .select({ tier: t.halalVerificationStatus, count: count() })
    .from(t)
    .where(where)
    .groupBy(t.halalVerificationStatus);
  const counts = { verified: 0, reported: 0, friendly: 0, unverified: 0 };
  for (const row of stored) counts[row.tier] = row.count;
  for (const row of await endedTiers(deps, where)) {
    counts[row.halalVerificationStatus] -= 1;
    counts[tierToday(row, deps.now())] += 1;
  }
  return counts;
}

/** Places whose tier has ended since the last hourly job. */
const endedTiers = ({ db, now }: Deps, where?: SQL) =>
  db.orm
    .select()
    .from(t)
    .where(and(where, lt(t.tierUntil, dayIn(EARLIEST_ZONE, now()))));

async function matching(deps: Deps, filters: PlaceFilters): Promise<SQL | undefined> {
  const { category, city, state, owner, syncState, tier, hasCoordinates } = filters;
  return and(
    category === null ? undefined : eq(t.category, category),
    city === "" ? undefined : await cityIs(deps, city),
    state === "" ? undefined : eq(t.state, state.toUpperCase()),
    ownedBy(owner),
    syncState === null ? undefined : eq(t.syncState, syncState),
    tier === null ? undefined : await tierIs(deps, tier),
    hasCoordinates === undefined ? undefined : hasCoordinates ? isNotNull(t.latitude) : isNull(t.latitude),
  );
}

function ownedBy(owner: string): SQL | undefined {
  if (owner === "") return undefined;
  if (owner === "any") return isNotNull(t.ownerId);
  return owner === "none" ? isNull(t.ownerId) : eq(t.ownerId, owner);
}

const MANY_CITIES = 100; // from here on, most places match and reading them in order finds a page sooner

async function cityIs(deps: Deps, typed: string): Promise<SQL> {
  const { cities } = await vocabularyNow(deps);
  const found = citiesContaining(cities, typed);
  if (found.length <= MANY_CITIES) return isInCities(found);
  return like(t.identity, `%|${containsPattern(cityKey(typed)).slice(1)}|__|%`);
}

/** The places with this tier today. The stored tier differs for those whose tier has ended since the last hourly job. */
async function tierIs(deps: Deps, tier: HalalStatus): Promise<SQL | undefined> {
  const isStored = eq(t.halalVerificationStatus, tier);
  const ended = await endedTiers(deps);
  const [has, hasNot] = [true, false].map((wanted) =>
    ended.filter((row) => (tierToday(row, deps.now()) === tier) === wanted).map(({ id }) => id),
  );
  const isToday = and(
    has?.length ? or(isStored, inArray(t.id, has)) : isStored,
    hasNot?.length ? notInArray(t.id, hasNot) : undefined,
  );
  return and(isToday, ne(t.category, "mosque"));
}

const MAX_NAMED = 200; // places whose name matches
const MAX_FILTERED = 2_000; // the same where filters leave only some of them
const MAX_OTHERS = 100; // places at an address
const MAX_WORDS = 500; // index entries of a city, several for each place

/**
 * The places that `q` means, by their `seq`, best first: the one with this id, here or on maps services; else those
 * with this name, as in the portal, then those at an address that begins so, then those in this city.
 */
async function searchPlaces(deps: Deps, filters: PlaceFilters): Promise<readonly number[]> {
  const { q, city, category } = filters;
  const seq = { seq: t.seq };
  const [one] = await deps.db.orm
    .select(seq)
    .from(t)
    .where(or(eq(t.id, q), eq(t.placeId, q)));
  if (one) return [one.seq];
  const folded = foldedText(q);
  if (folded === "") return [];
  const { cities } = await vocabularyNow(deps);
  const isCity = cities.places(cityKey(q)) > 0;
  const limit = isNarrowed(filters) ? MAX_FILTERED : MAX_NAMED;
  const found = await Promise.all([
    findPlaces(deps, { query: q, city, category, limit }),
    deps.db.orm
      .select(seq)
      .from(t)
      .where(like(t.identity, `${escapeLike(folded)}%`))
      .orderBy(t.identity)
      .limit(MAX_OTHERS),
    isCity
      ? deps.db.orm
          .select({ seq: poiWords.poi })
          .from(poiWords)
          .where(eq(poiWords.city, cityKey(q)))
          .limit(MAX_WORDS)
      : [],
  ]);
  return [...new Set(found.flat().map((row) => row.seq))];
}

/** Whether there are filters that the search itself does not know. */
const isNarrowed = ({ state, owner, syncState, tier, hasCoordinates }: PlaceFilters): boolean =>
  state !== "" || owner !== "" || syncState !== null || tier !== null || hasCoordinates !== undefined;

const isIn = (seqs: readonly number[]): SQL => sql`${t.seq} = any(${arrayLiteral(seqs.map(String))}::int[])`;

/** In one of these cities, spelled as in the search index. */
const isInCities = (cities: readonly string[]): SQL =>
  cities.length === 0
    ? sql`false`
    : sql`${t.seq} in (select ${poiWords.poi} from ${poiWords} where ${inArray(poiWords.city, [...cities])})`;

/** The vocabulary with all words that this or another instance has added. */
async function vocabularyNow({ db, state }: Deps): Promise<Vocabulary> {
  const [version] = await db.query<VocabularyVersion>("select turn, stamp from poi_index_state");
  const known = await state.vocabulary.current();
  return version && version.stamp !== known.stamp ? state.vocabulary.current(version) : known;
}

interface BestFirst {
  /** The places that were found, by their `seq`, best first. */
  readonly found: readonly number[];
  /** Which of them are wanted. */
  readonly where: SQL | undefined;
  readonly input: Paging;
}

/**
 * One page of what a search found. The cursor names the last place of the page before: one that is found better since
 * then moves no other to another page.
 */
export async function bestFirst(orm: Orm, { found, where, input }: BestFirst): Promise<Page<Row>> {
  const { limit, cursor } = input;
  const before = rowsBefore(input);
  const rankOf = new Map(found.map((seq, rank) => [seq, rank]));
  const rank = ({ seq }: Pick<Row, "seq">) => rankOf.get(seq) ?? found.length;
  const rows = await orm.select().from(currentPois).where(where);
  rows.sort((a, b) => rank(a) - rank(b));
  const start = cursor === undefined ? before : startAfter(rows, cursor);
  const items = rows.slice(start, start + limit);
  const last = items.at(-1);
  const more = last !== undefined && start + limit < rows.length;
  return {
    items,
    total: rows.length,
    next: more ? cursorOf({ value: String(start + limit), id: last.id }) : null,
  };
}

/** After the place of the cursor. If that is gone, one position earlier: rather one shown twice than one skipped. */
function startAfter(rows: readonly Row[], cursor: string): number {
  const { value, id } = positionOf(cursor, "text");
  const at = rows.findIndex((row) => row.id === id);
  if (at !== -1) return at + 1;
  const position = Number(value) - 1;
  return Number.isInteger(position) && position > 0 ? position : 0;
}
