import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import type { Page } from "../../../shared/listing.ts";
import { withTierToday } from "../../../shared/places/tier-today.ts";
import { closedAmong } from "../facts/queries.ts";
import { type FoundPlace, LINE, readLine } from "./found-place.ts";
import {
  PUBLIC_SEARCH_MAX,
  PUBLIC_SEARCH_PAGE,
  type PublicResult,
  type publicSearchInput,
} from "./schema.ts";
import { findPlaces, type SearchDeps } from "./search.ts";
import type { VocabularyVersion } from "./vocabulary/vocabulary.ts";
import { cityKey } from "./word-index.ts";

const LIST_BYTES = 50_000; // in memory

type PublicInput = z.output<typeof publicSearchInput>;
type ListedPlace = FoundPlace & { readonly closed: boolean };

/** Searches places by name, by city or by both, for everyone. The tiers are those of today; closed places come last. */
export async function searchPublicly(
  { deps }: ActionContext<Visitor>,
  { cursor, limit, ...query }: PublicInput,
): Promise<Page<PublicResult>> {
  const { q, city, category } = query;
  const key = `places ${JSON.stringify([q, city, category])}`;
  const version = await deps.state.placesVersion();
  const found = await deps.state.answers({ key, version, bytes: LIST_BYTES }, () => find(deps, query));
  const now = deps.now();
  const end = cursor + limit;
  return {
    items: found.slice(cursor, end).map((row) => asVisitorsSee(withTierToday(row, now))),
    total: found.length,
    next: end < found.length ? String(end) : null,
  };
}

/** Inexact words are looked up only if the exact ones do not fill a page. */
async function find(
  deps: Deps,
  { q, city, category }: Omit<PublicInput, "cursor" | "limit">,
): Promise<readonly ListedPlace[]> {
  const limits = { limit: PUBLIC_SEARCH_MAX, stopAt: PUBLIC_SEARCH_PAGE };
  const found =
    q === ""
      ? await placesInCity(deps, city)
      : await findPlaces(deps, { query: q, city, category, ...limits });
  const closed = await closedAmong(
    deps.db.orm,
    found.map(({ id }) => id),
  );
  const known = found.map((row) => ({ ...row, closed: closed.has(row.id) }));
  return [...known.filter((row) => !row.closed), ...known.filter((row) => row.closed)];
}

/** A masjid has no tier. */
function asVisitorsSee(row: Omit<ListedPlace, "tierChanges">): PublicResult {
  const { id, name, address, city, state, zipCode, category, subcategory, halalVerificationStatus } = row;
  const tier = category === "mosque" ? null : halalVerificationStatus;
  return {
    id,
    name,
    address,
    city,
    state,
    zipCode,
    category,
    subcategory,
    tier,
    halalVerificationStatus: tier,
    closed: row.closed,
  };
}

const MAX_ENTRIES = 20_000; // of the index; the places of the largest city have about 10,000
const SELECT_VERSION = "select turn, stamp from poi_index_state";
const IN_CITY = `
  select ${LINE} as line from (
    select distinct poi from (
      select poi from poi_words where city = any($1::text[]) limit ${MAX_ENTRIES}
    ) w
  ) r join current_pois p on p.seq = r.poi
  order by array_position(array['verified', 'friendly', 'reported', 'unverified'], p.halal_verification_status),
    p.name, p.seq
  limit ${PUBLIC_SEARCH_MAX}`;

/** The places of a city, those with the strongest evidence first. A city may be spelled in part. */
async function placesInCity({ db, state }: SearchDeps, city: string): Promise<FoundPlace[]> {
  const [version] = await db.query<VocabularyVersion>(SELECT_VERSION);
  const { cities } = await state.vocabulary.current(version);
  const part = cityKey(city);
  if (part === "") return [];
  const begun = [...cities.startingWith(part)];
  const found = begun.length > 0 ? begun : cities.containing(part, Number.POSITIVE_INFINITY);
  const names = found.map(({ token }) => token);
  if (names.length === 0) return [];
  const rows = await db.query<{ line: string }>(IN_CITY, [names], { prepared: true });
  return rows.map(({ line }) => readLine(line));
}
