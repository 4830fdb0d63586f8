import { z } from "zod";
import { optionalText } from "../../../shared/fields.ts";
import { FEW } from "../../../shared/format.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";
import { CATEGORIES, HALAL_STATUSES } from "../../../shared/places/places.ts";
import { FILE_SOURCES } from "../../../shared/places/sources.ts";
import { LIMITS } from "../../../shared/text-rules.ts";
import { precision } from "../../places/intake/precision/schema.ts";
import { categoryFilter } from "../../places/schema.ts";

/** Cities in an answer to a search. */
export const FOUND_MAX = 8;

export const citySearchInput = z.object({ q: optionalText("q", LIMITS.search) });

/** `Dearborn` and `MI`; the id is that of GeoNames. */
const cityName = z.object({ id: z.string(), name: z.string(), state: z.string() });

export const citySearchOutput = z.array(cityName);

/** A number of people. Those of places are never hidden: places are public. */
const shownPeople = z.union([z.number().int(), z.literal(FEW)]);

export const NEAR_WRONG = "near must be a city, its id, or latitude and longitude with a comma between them";

export const publicListInput = listInput.pick({ limit: true }).extend({
  /** `42.3,-83.2`, a GeoNames id or `Dearborn, MI`. */
  near: optionalText("near", LIMITS.search),
});

const count = z.number().int();
const placeCounts = { places: count, masjids: count, verified: count };

export const publicMetro = cityName.extend({
  /** What the address of its page ends with. */
  slug: z.string(),
  waiting: shownPeople,
  ...placeCounts,
});
export type PublicMetro = z.output<typeof publicMetro>;

export const roadInput = z.object({ city: optionalText("city") });

/** How far a metro is from opening. */
const metroRoad = cityName.extend({
  waiting: shownPeople,
  /** Confirmed people that it needs to open; null until that is set. */
  bar: count.nullable(),
});
export type MetroRoad = z.output<typeof metroRoad>;

/** Null if the text means no city. */
export const roadOutput = metroRoad.nullable();

/** A page shows the metros that it can say a number of. */
export const isShown = ({ waiting, places }: PublicMetro): boolean => waiting !== FEW || places > 0;
/** There are about 300. */
export const ALL_METROS = 500;
/** Where a browser without scripts finds them. */
export const CITY_NUMBERS = "/cities/numbers";

export const publicListOutput = z.array(publicMetro);

/** Places on a page of a city, and those with the newest evidence. */
export const CITY_PLACES = 20;
export const CITY_PAGES = 50; // the search finds the others
export const CITY_NEWEST = 5;
export const CITY_NEIGHBORS = 12;

const PAGE_WRONG = `page must be a whole number from 1 to ${CITY_PAGES}`;

export const cityInput = z.object({
  slug: optionalText("slug", LIMITS.search),
  /** Of the places. */
  page: z.coerce
    .number({ error: PAGE_WRONG })
    .int(PAGE_WRONG)
    .min(1, PAGE_WRONG)
    .max(CITY_PAGES, PAGE_WRONG)
    .default(1),
  category: categoryFilter.describe("of the listed places"),
});

const cityPlace = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  category: z.enum(CATEGORIES),
  subcategory: z.string(),
  /** Null for a masjid, which has no tier. */
  tier: z.enum(HALAL_STATUSES).nullable(),
  /** Permanently. */
  closed: z.boolean(),
});
export type CityPlace = z.output<typeof cityPlace>;

const areaCity = cityName.extend({ slug: z.string(), places: count });

export const publicCity = cityName.extend({
  slug: z.string(),
  /** In the city itself. */
  ...placeCounts,
  /** The metro, named by its largest city; people are counted for the whole of it. */
  area: metroRoad.extend({
    slug: z.string(),
    ...placeCounts,
    /** Its other cities with places, those with most first; twelve at most. */
    cities: z.array(areaCity).max(CITY_NEIGHBORS),
  }),
  /** The places whose tier something was recorded about last, and on which day. */
  newest: z.array(cityPlace.extend({ recordedOn: z.string() })).max(CITY_NEWEST),
  /** How many places of each category it has; those without any are missing. */
  kinds: z.array(z.object({ category: z.enum(CATEGORIES), places: count })),
  /** Of the listed places; null for all. */
  category: z.enum(CATEGORIES).nullable(),
  /** A page of its places, the best proven first. */
  listed: z.array(cityPlace).max(CITY_PLACES),
  /** The files that said something of them. */
  files: z.array(z.enum(FILE_SOURCES)),
  page: count,
  hasMore: z.boolean(),
  /** Of places from public files that we checked by hand, how many were right. */
  precision: z.array(precision),
});
export type PublicCity = z.output<typeof publicCity>;

export const rankedMetro = cityName.extend({
  /** The first one has most confirmed people. */
  rank: count,
  waiting: count,
  confirmed: count,
  /** Joined in the last 30 days. */
  growth: count,
  places: count,
  verified: count,
  reported: count,
  masjids: count,
  /** How many confirmed people are missing to reach the bar; null without a bar. */
  missing: count.nullable(),
});
export type RankedMetro = z.output<typeof rankedMetro>;

export const rankList = listInput.pick({ limit: true, cursor: true });
export const rankPage = pageOf(rankedMetro);

export const barShown = z.object({
  /** Confirmed people that a metro needs; null if none is set. */
  bar: count.nullable(),
  /** When the metros were counted. */
  countedAt: z.date().nullable(),
});

const BAR_MAX = 1_000_000;
const BAR_WRONG = "This must be a whole number from 1 to 1,000,000";

export const barInput = z.object({
  bar: z.coerce.number({ error: BAR_WRONG }).int(BAR_WRONG).min(1, BAR_WRONG).max(BAR_MAX, BAR_WRONG),
});
export const barOutput = z.object({ bar: count });

export const countOutput = z.object({ counted: z.boolean() });
