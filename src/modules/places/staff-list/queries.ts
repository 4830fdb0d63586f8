import { and, eq, inArray, isNotNull, isNull, like, lt, ne, notInArray, or, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { containsPattern } from "../../../db/query/like-pattern.ts";
import { newestFirst, readPage } from "../../../db/query/paging.ts";
import type { Page } from "../../../shared/listing.ts";
import { dayIn, EARLIEST_ZONE } from "../../../shared/places/day.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import { tierToday, withTierToday } from "../../../shared/places/tier-today.ts";
import type { StaffPlace } from "../schema.ts";
import { citiesContaining } from "../search/search-plan.ts";
import { cityKey } from "../search/word-index.ts";
import { pois as t } from "../table.ts";
import { bestFirst } from "./best-first.ts";
import type { PlaceFilters, staffList } from "./schema.ts";
import { isIn, isInCities, searchPlaces, vocabularyNow } from "./search-places.ts";

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
  return input.q === "" ? listIn(deps, input) : deps.state.reads.read((db) => listIn({ ...deps, db }, input));
}

async function listIn(deps: Deps, input: z.output<typeof staffList>): Promise<Page<StaffPlace>> {
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
async function tierIs({ db, now }: Deps, tier: HalalStatus): Promise<SQL | undefined> {
  const isStored = eq(t.halalVerificationStatus, tier);
  const ended = await db.orm
    .select()
    .from(t)
    .where(lt(t.tierUntil, dayIn(EARLIEST_ZONE, now())));
  const [has, hasNot] = [true, false].map((wanted) =>
    ended.filter((row) => (tierToday(row, now()) === tier) === wanted).map(({ id }) => id),
  );
  const isToday = and(
    has?.length ? or(isStored, inArray(t.id, has)) : isStored,
    hasNot?.length ? notInArray(t.id, hasNot) : undefined,
  );
  return and(isToday, ne(t.category, "mosque"));
}
