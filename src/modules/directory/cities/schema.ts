import { z } from "zod";
import { LIMITS, optionalText } from "../../../shared/fields.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";

/** Cities in an answer to a search. */
export const FOUND_MAX = 8;

export const citySearchInput = z.object({ q: optionalText("q", LIMITS.search) });

/** `Dearborn` and `MI`; the id is that of GeoNames. */
const cityName = z.object({ id: z.string(), name: z.string(), state: z.string() });

export const citySearchOutput = z.array(cityName);

/** Visitors see no smaller count: it could be about one person. */
export const SMALLEST_SHOWN = 10;
export const FEW = `<${SMALLEST_SHOWN}`;

const shownCount = z.union([z.number().int(), z.literal(FEW)]);

export const NEAR_WRONG = "near must be a city, its id, or latitude and longitude with a comma between them";

export const publicListInput = listInput.pick({ limit: true }).extend({
  /** `42.3,-83.2`, a GeoNames id or `Dearborn, MI`. */
  near: optionalText("near", LIMITS.search),
});

export const publicMetro = cityName.extend({
  waiting: shownCount,
  places: shownCount,
  masjids: shownCount,
  verified: shownCount,
});
export type PublicMetro = z.output<typeof publicMetro>;

/** A page shows the metros that it can say a number of. */
export const isShown = ({ waiting, places }: PublicMetro): boolean => waiting !== FEW || places !== FEW;
/** There are about 300. */
export const ALL_METROS = 500;
/** Where a browser without scripts finds them. */
export const CITY_NUMBERS = "/cities/numbers";

export const publicListOutput = z.array(publicMetro);

const count = z.number().int();

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
const BAR_WRONG = "The bar must be a whole number from 1 to 1,000,000";

export const barInput = z.object({
  bar: z.coerce.number({ error: BAR_WRONG }).int(BAR_WRONG).min(1, BAR_WRONG).max(BAR_MAX, BAR_WRONG),
});
export const barOutput = z.object({ bar: count });

export const countOutput = z.object({ counted: z.boolean() });
