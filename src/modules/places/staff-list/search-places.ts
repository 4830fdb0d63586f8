import { eq, inArray, like, or, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { escapeLike } from "../../../db/query/like-pattern.ts";
import { foldedText } from "../../../shared/spelling/spelling.ts";
import { findPlaces } from "../search/search.ts";
import type { Vocabulary, VocabularyVersion } from "../search/vocabulary/vocabulary.ts";
import { cityKey } from "../search/word-index.ts";
import { poiWords, pois as t } from "../table.ts";
import type { PlaceFilters } from "./schema.ts";

const MAX_NAMED = 200; // places whose name matches
const MAX_FILTERED = 2_000; // the same where filters leave only some of them
const MAX_OTHERS = 100; // places at an address
const MAX_WORDS = 500; // index entries of a city, several for each place

/**
 * The places that `q` means, by their `seq`, best first: the one with this id, here or on maps services; else those
 * with this name, as in the portal, then those at an address that begins so, then those in this city.
 */
export async function searchPlaces(deps: Deps, filters: PlaceFilters): Promise<readonly number[]> {
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

export const isIn = (seqs: readonly number[]): SQL => sql`${t.seq} = any(${`{${seqs.join(",")}}`}::int[])`;

/** In one of these cities, spelled as in the search index. */
export const isInCities = (cities: readonly string[]): SQL =>
  cities.length === 0
    ? sql`false`
    : sql`${t.seq} in (select ${poiWords.poi} from ${poiWords} where ${inArray(poiWords.city, [...cities])})`;

/** The vocabulary with all words that this or another instance has added. */
export async function vocabularyNow({ db, state }: Deps): Promise<Vocabulary> {
  const [version] = await db.query<VocabularyVersion>("select turn, stamp from poi_index_state");
  const known = await state.vocabulary.current();
  return version && version.stamp !== known.stamp ? state.vocabulary.current(version) : known;
}
