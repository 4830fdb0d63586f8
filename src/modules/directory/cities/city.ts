import { inArray } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import { DomainError } from "../../../shared/errors.ts";
import { dayIn } from "../../../shared/places/days.ts";
import { CATEGORIES, type Category } from "../../../shared/places/places.ts";
import { citySlug, placeSlug } from "../../../shared/places/slug.ts";
import { filesOf } from "../../../shared/places/sources.ts";
import { withTierToday } from "../../../shared/places/tier-today.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { newestEvidenceIn } from "../../evidence/public.ts";
import {
  type City,
  countKindsOfCity,
  countPlacesByCity,
  currentPois,
  placesOfCity,
  precisionOfCity,
} from "../../places/public.ts";
import { nameOf, roadOf } from "./queries.ts";
import {
  CITY_NEIGHBORS,
  CITY_NEWEST,
  CITY_PAGES,
  CITY_PLACES,
  type CityPlace,
  type cityInput,
  type PublicCity,
} from "./schema.ts";

const ANSWER_BYTES = 12_000; // in memory

/**
 * A city for everyone: what is there, and how far its metro is from opening. Made once until a place changes, for a minute
 * at most. Throws 404.
 */
export async function showCity(
  { deps }: ActionContext<Visitor>,
  { slug, page, category }: z.output<typeof cityInput>,
): Promise<PublicCity> {
  const { gazetteer, answers, placesVersion } = deps.state;
  const city = gazetteer.withSlug(slug.toLowerCase());
  if (!city) throw new DomainError("notFound", "We do not know this city");
  const key = `city ${city.id} ${category} ${page}`;
  const named = { key, version: await placesVersion(), bytes: ANSWER_BYTES };
  const answer = await answers(named, () => read(deps, city, category, page));
  if ((page > 1 || category !== null) && answer.listed.length === 0)
    throw new DomainError("notFound", "This city has no such page");
  return answer;
}

async function read(deps: Deps, city: City, category: Category | null, page: number): Promise<PublicCity> {
  const { gazetteer } = deps.state;
  const metro = gazetteer.city(city.metroId) ?? city;
  const [counts, kinds, road, newest, precision, listed] = await Promise.all([
    countPlacesByCity(deps, gazetteer.citiesOf([metro.id])),
    countKindsOfCity(deps, city.id),
    roadOf(deps, metro),
    newestPlaces(deps, city),
    precisionOfCity(deps, city.id),
    placesOfCity(deps, city.id, {
      category,
      limit: CITY_PLACES + 1,
      offset: (page - 1) * CITY_PLACES,
    }),
  ]);
  const own = counts.find(({ cityId }) => cityId === city.id) ?? NO_PLACES;
  return {
    ...nameOf(city),
    slug: citySlug(city),
    ...countsOf([own]),
    area: {
      ...road,
      slug: citySlug(metro),
      ...countsOf(counts),
      cities: neighbors(deps, city, counts),
    },
    newest,
    kinds: CATEGORIES.flatMap((each) => kinds.find((kind) => kind.category === each) ?? []),
    category,
    listed: listed.slice(0, CITY_PLACES).map(cityPlace),
    files: [...new Set(listed.slice(0, CITY_PLACES).flatMap(({ said }) => filesOf(said)))],
    page,
    hasMore: listed.length > CITY_PLACES && page < CITY_PAGES,
    precision,
  };
}

const NO_PLACES = { places: 0, masjids: 0, verified: 0 };
type Counts = typeof NO_PLACES;

const countsOf = (rows: readonly Counts[]): Counts =>
  rows.reduce(
    (sum, row) => ({
      places: sum.places + row.places,
      masjids: sum.masjids + row.masjids,
      verified: sum.verified + row.verified,
    }),
    NO_PLACES,
  );

const neighbors = (
  { state: { gazetteer } }: Deps,
  { id }: City,
  counts: readonly { readonly cityId: number; readonly places: number }[],
) =>
  counts
    .toSorted((a, b) => b.places - a.places || a.cityId - b.cityId)
    .flatMap(({ cityId, places }) => {
      const city = cityId === id ? null : gazetteer.city(cityId);
      return city ? [{ ...nameOf(city), slug: citySlug(city), places }] : [];
    })
    .slice(0, CITY_NEIGHBORS);

/** Those whose tier still holds today, the newest first. */
async function newestPlaces(deps: Deps, { id }: City): Promise<PublicCity["newest"]> {
  const recorded = await newestEvidenceIn(deps, id, CITY_NEWEST);
  if (recorded.size === 0) return [];
  const rows = await deps.db.orm
    .select()
    .from(currentPois)
    .where(inArray(currentPois.id, [...recorded.keys()]));
  const places = new Map(rows.map((row) => [row.id, withTierToday(row, deps.now())]));
  return [...recorded].flatMap(([placeId, at]) => {
    const place = places.get(placeId);
    if (!place || place.isWithheld || !PROVEN.has(place.halalVerificationStatus)) return [];
    return [{ ...cityPlace({ ...place, closed: false }), recordedOn: dayIn(timeZoneOf(place), at) }];
  });
}

const PROVEN: ReadonlySet<string> = new Set(["verified", "friendly"]);

type Listed = Awaited<ReturnType<typeof placesOfCity>>[number];

const cityPlace = (row: Listed): CityPlace => {
  const { id, name, address, city, state, category, subcategory, halalVerificationStatus, closed } = row;
  const tier = category === "mosque" ? null : halalVerificationStatus;
  return { id, slug: placeSlug(row), name, address, city, state, category, subcategory, tier, closed };
};
