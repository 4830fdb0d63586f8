import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import { cursorOf, positionOf } from "../../../db/query/cursor.ts";
import type { Page } from "../../../shared/listing.ts";
import type { FactValues } from "../../../shared/places/facts.ts";
import { type LocalTime, localTime, openNow } from "../../../shared/places/hours.ts";
import { distance, type HalalStatus, type Point, withoutOpenNow } from "../../../shared/places/places.ts";
import { placeSlug } from "../../../shared/places/slug.ts";
import { tierToday } from "../../../shared/places/tier-today.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { fold } from "../../../shared/spelling/spelling.ts";
import { factsAmong } from "../facts/queries.ts";
import type { FoundPlace } from "./found-place.ts";
import type { WordMatch } from "./interpretation/corrections.ts";
import { withFewWords } from "./interpretation/interpretations.ts";
import { lookUp } from "./look-up.ts";
import {
  FILTERED_SEARCH_MAX,
  PUBLIC_SEARCH_MAX,
  type PublicResult,
  type publicSearchInput,
  type SearchFact,
} from "./schema.ts";

const RESULT_BYTES = 1_300; // in memory
const HEADER = "X-Understood";

type PublicInput = z.output<typeof publicSearchInput>;
type Query = Omit<PublicInput, "cursor" | "page" | "limit">;

/** A place with what is known of it now. */
interface Result {
  readonly place: FoundPlace;
  /** Among the places that were looked up; those of one rank match equally well. */
  readonly rank: number;
  readonly tier: HalalStatus | null;
  readonly closed: boolean;
  readonly isOpen: boolean | null;
  readonly has: Readonly<Record<SearchFact, boolean>>;
  readonly km: number | null;
}

interface Found extends WordMatch {
  /** What was read as the place of search; null if nothing was. */
  readonly understood: string | null;
  readonly results: readonly Result[];
  /** Whether any place was looked up, also one that the filters leave out. */
  readonly isAny: boolean;
  /** Whether there may be more than were looked up. */
  readonly isCut: boolean;
}

/**
 * Searches places for everyone: by names, dishes, kinds, cities, states and postal codes in one text. The tiers are those of
 * today. What was found for a position is not remembered, nor is the position.
 */
export async function searchPublicly(
  { deps, call }: ActionContext<Visitor>,
  { cursor, page, limit, ...input }: PublicInput,
): Promise<Page<PublicResult> & WordMatch & { readonly understood: string | null }> {
  const q = withoutOpenNow(input.q).trim();
  const isOpenAsked = q !== input.q;
  const query = { ...input, q: withFewWords(q), ...(isOpenAsked && { open: true }) };
  const search = (asked: Query) => (asked.near === null ? remembered(deps, asked) : find(deps, asked));
  const open = await search(query);
  const isNoneOpen =
    isOpenAsked && input.open !== true && open.results.length === 0 && open.isAny && q !== "";
  const { understood, corrected, isPartial, results, isCut } = isNoneOpen
    ? await search({ ...query, open: input.open })
    : open;
  if (understood !== null) call.responseHeaders.set(HEADER, inLatin(understood));
  const start = page === undefined ? startOf(results, cursor) : (page - 1) * limit;
  const shown = results.slice(start, start + limit);
  const last = shown.at(-1);
  const isEnd = last === undefined || start + limit >= results.length;
  return {
    items: shown.map(asVisitorsSee),
    total: results.length,
    totalIsMore: isCut,
    ...{ understood, corrected, isPartial },
    next: isEnd ? null : cursorOf({ value: String(start + limit), id: last.place.id }),
  };
}

/** Headers have no other letters. */
const inLatin = (text: string): string => text.normalize("NFKD").replace(/[^ -~]/g, "");

async function remembered(deps: Deps, query: Query): Promise<Found> {
  const version = await deps.state.placesVersion();
  const key = `places ${JSON.stringify({ ...query, q: fold(query.q) })}`;
  const bytes = ({ results }: Found) => (results.length + 1) * RESULT_BYTES;
  return deps.state.answers({ key, version, bytes }, () => find(deps, query));
}

/** After the place that was shown last; if it is not found any more, after as many places. */
function startOf(results: readonly Result[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const { value, id } = positionOf(cursor, "text");
  const at = results.findIndex(({ place }) => place.id === id);
  return at === -1 ? Number.parseInt(String(value), 10) || 0 : at + 1;
}

/** Verified places come first among those that match equally well, or with a position the nearest; closed ones last. */
async function find(deps: Deps, query: Query): Promise<Found> {
  const { tier, open, facts, near, exact } = query;
  const isFiltered = tier !== null || open === true || facts.length > 0;
  const limit = isFiltered ? FILTERED_SEARCH_MAX : PUBLIC_SEARCH_MAX;
  const asked = { ...query, asTyped: exact === true, limit, isPublic: true };
  const { understood, corrected, isPartial, ranked, zipCode, byDistance } = await lookUp(deps, asked);
  const results = (await withDetails(deps, ranked, query)).filter(
    (each) =>
      (tier === null || each.tier === tier) &&
      (open !== true || each.isOpen === true) &&
      facts.every((fact) => each.has[fact]),
  );
  const isElsewhere = ({ place }: Result) => Number(zipCode !== "" && place.zipCode !== zipCode);
  return {
    ...{ understood, corrected, isPartial },
    isAny: ranked.length > 0,
    isCut: ranked.length >= limit,
    results: results.sort(
      (a, b) =>
        Number(a.closed) - Number(b.closed) ||
        a.rank - b.rank ||
        (byDistance && near !== null ? away(a) - away(b) : 0) ||
        strengthOf(a) - strengthOf(b) ||
        isElsewhere(a) - isElsewhere(b),
    ),
  };
}

const STRENGTH: Readonly<Record<HalalStatus, number>> = {
  verified: 0,
  friendly: 1,
  reported: 2,
  unverified: 3,
};
/** Less is stronger; a masjid, which has no tier, is among the places of which nothing is known. */
const strengthOf = ({ tier }: Result): number => (tier === null ? STRENGTH.unverified : STRENGTH[tier]);

const away = ({ km }: Result): number => km ?? Number.MAX_SAFE_INTEGER;

async function withDetails(
  { db, now }: Deps,
  ranked: readonly (readonly [FoundPlace, number])[],
  { facts, near }: Query,
): Promise<Result[]> {
  const at = now();
  const keys = ["closed", "hours", ...facts.map((fact) => ASKED[fact].key)] as const;
  const known = await factsAmong(
    db.orm,
    ranked.map(([{ id }]) => id),
    keys,
  );
  const timeOf = localTimes(at);
  return ranked.map(([place, rank]) => {
    const facts = known.get(place.id);
    const value = <Key extends keyof FactValues>(key: Key) =>
      facts?.get(key)?.value as FactValues[Key] | undefined; // each fact has the values of its key
    const closed = Boolean(value("closed"));
    const hours = value("hours");
    return {
      place,
      rank,
      tier: place.category === "mosque" ? null : tierToday(place, at),
      closed,
      isOpen: closed ? false : hours ? (openNow(hours, timeOf(place))?.isOpen ?? null) : null,
      has: {
        prayerRoom: value("prayerRoom") === true,
        noAlcohol: value("alcohol") === false,
        handSlaughtered: value("slaughter") === "hand",
      },
      km: near && kmFrom(near, place),
    };
  });
}

const ASKED = {
  prayerRoom: { key: "prayerRoom" },
  noAlcohol: { key: "alcohol" },
  handSlaughtered: { key: "slaughter" },
} as const satisfies Record<SearchFact, { readonly key: keyof FactValues }>;

/** The time at a place, which is read once for each time zone. */
function localTimes(at: Date): (place: FoundPlace) => LocalTime {
  const times = new Map<string, LocalTime>();
  return (place) => {
    const zone = timeZoneOf(place);
    const time = times.get(zone) ?? localTime(zone, at);
    times.set(zone, time);
    return time;
  };
}

/** To a tenth of a km, as it is shown; null without coordinates. */
function kmFrom(from: Point, { latitude, longitude }: FoundPlace): number | null {
  if (latitude === null || longitude === null) return null;
  return Math.round(distance(from, { latitude, longitude }) * 10) / 10;
}

function asVisitorsSee({ place, tier, closed, isOpen, km }: Result): PublicResult {
  const { id, name, address, city, state, zipCode, category, subcategory, latitude, longitude } = place;
  return {
    ...{ id, slug: placeSlug(place), name, address, city, state, zipCode, category, subcategory },
    ...{ tier, halalVerificationStatus: tier, closed, latitude, longitude },
    ...(isOpen !== null && { openNow: isOpen }),
    ...(km !== null && { distanceKm: km }),
  };
}
