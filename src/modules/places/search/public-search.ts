import type { z } from "zod";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import type { Page } from "../../../shared/listing.ts";
import { withTierToday } from "../../../shared/places/tier-today.ts";
import { closedAmong } from "../facts/queries.ts";
import type { FoundPlace } from "./found-place.ts";
import {
  PUBLIC_SEARCH_MAX,
  PUBLIC_SEARCH_PAGE,
  type PublicResult,
  type publicSearchInput,
} from "./schema.ts";
import { findPlaces } from "./search.ts";

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
  const found = await findPlaces(deps, { query: q, city, category, ...limits });
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
