import type { z } from "zod";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import type { Page } from "../../../shared/listing.ts";
import { withTierToday } from "../../../shared/places/tier-today.ts";
import { PUBLIC_SEARCH_MAX, type PublicResult, type publicSearchInput } from "./schema.ts";
import { type FoundPlace, findPlaces, type SearchDeps } from "./search.ts";
import { COLUMNS } from "./search-statement.ts";
import type { VocabularyVersion } from "./vocabulary.ts";
import { cityKey } from "./word-index.ts";

/** Searches places by name, by city or by both, for everyone. The tiers are those of today. */
export async function searchPublicly(
  { deps }: ActionContext<Visitor>,
  { q, city, category, limit, cursor }: z.output<typeof publicSearchInput>,
): Promise<Page<PublicResult>> {
  const found =
    q === ""
      ? await placesInCity(deps, city)
      : await findPlaces(deps, { query: q, city, category, limit: PUBLIC_SEARCH_MAX });
  const now = deps.now();
  const end = cursor + limit;
  return {
    items: found.slice(cursor, end).map((row) => asVisitorsSee(withTierToday(row, now))),
    total: found.length,
    next: end < found.length ? String(end) : null,
  };
}

/** A masjid has no tier. */
function asVisitorsSee(row: Omit<FoundPlace, "tierChanges">): PublicResult {
  const { id, name, address, city, state, zipCode, category, subcategory, halalVerificationStatus } = row;
  const tier = category === "mosque" ? null : halalVerificationStatus;
  return {
    ...{ id, name, address, city, state, zipCode, category, subcategory },
    ...{ tier, halalVerificationStatus: tier },
  };
}

const MAX_ENTRIES = 20_000; // of the index; the places of the largest city have about 10,000
const SELECT_VERSION = "select turn, stamp from poi_index_state";
const IN_CITY = `
  select ${COLUMNS}, p.seq from (
    select distinct poi from (
      select poi from poi_words where city = any($1::text[]) limit ${MAX_ENTRIES}
    ) w
  ) r join pois p on p.seq = r.poi
  order by array_position(array['verified', 'friendly', 'reported', 'unverified'], p.halal_verification_status),
    p.name, p.seq
  limit ${PUBLIC_SEARCH_MAX}`;

/** The places of a city, those with the strongest evidence first. A city may be spelled in part. */
async function placesInCity({ db, state }: SearchDeps, city: string): Promise<FoundPlace[]> {
  const [version] = await db.query<VocabularyVersion>(SELECT_VERSION);
  const { cities } = await state.vocabulary.current(version);
  const part = cityKey(city);
  if (part === "") return [];
  const begun = cities.startingWith(part);
  const names = begun.length > 0 ? begun : cities.containing(part, Number.POSITIVE_INFINITY);
  return names.length === 0 ? [] : db.query<FoundPlace>(IN_CITY, [names], { prepared: true });
}
