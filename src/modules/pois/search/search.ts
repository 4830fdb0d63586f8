import type { ActionContext, Deps, PartnerPrincipal, State } from "../../../core/rpc/context.ts";
import type { Database } from "../../../db/client.ts";
import { withTierToday } from "../../../shared/places/tier-today.ts";
import { searchTermsOf } from "../../../shared/spelling/spelling.ts";
import type { Place } from "../schema.ts";
import { type FoundPlace, readLine } from "./found-place.ts";
import { queryVariants } from "./query-variants.ts";
import { type PlaceQuery, planOf, type SearchPlan } from "./search-plan.ts";
import { statementOf } from "./search-statement.ts";
import type { Vocabulary, VocabularyVersion } from "./vocabulary.ts";

/**
 * Searches places by name, for a partner. Best first: whole words, prefixes, parts of words, and words of four letters
 * or more with one typing error.
 */
export async function search(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  input: PlaceQuery,
): Promise<Place[]> {
  const found = await deps.state.reads.read((db) => findPlaces({ ...deps, db }, input));
  const now = deps.now();
  return found.map(({ seq: _, ...row }) => asPartnerSees(principal, withTierToday(row, now)));
}

/** Hides who owns a place, unless it is the partner itself. */
export function asPartnerSees<Row extends { readonly ownerId: string | null }>(
  partner: { readonly id: string },
  row: Row,
) {
  const isOwned = row.ownerId === partner.id;
  return { ...row, ownerId: row.ownerId === null || isOwned ? row.ownerId : "claimed", isOwned };
}

/** A place, or none with the version alone. */
type Row = VocabularyVersion & { readonly line?: string | null };

/** The part of `Deps` that a search uses. */
export interface SearchDeps extends Pick<Deps, "db"> {
  readonly state: Pick<State, "vocabulary">;
}

interface FindPlacesInput extends PlaceQuery {
  /** Inexact words are looked up only if the exact ones find fewer places than this; `limit` by default. */
  readonly stopAt?: number;
}

const LEAST_EXPECTED = 0.25; // of the page: with fewer places, exact words alone hardly ever fill it
const MAX_ATTEMPTS = 3; // words may be added while the vocabulary is read

/**
 * `search` for callers who may see owners. Runs one statement if no words were added since the last search, a second
 * one if several exact words find too few places, and up to three more for variants of the query.
 */
export async function findPlaces({ db, state }: SearchDeps, input: FindPlacesInput): Promise<FoundPlace[]> {
  let vocabulary = await state.vocabulary.current();
  for (let attempt = 1; ; attempt += 1) {
    const rows = await runNarrowThenBroad(db, vocabulary, input);
    const [version] = rows;
    if (!version || version.stamp === vocabulary.stamp || attempt === MAX_ATTEMPTS)
      return fillWithVariants(db, vocabulary, input, placesOf(rows));
    vocabulary = await state.vocabulary.current(version);
  }
}

async function runNarrowThenBroad(
  db: Database,
  vocabulary: Vocabulary,
  input: FindPlacesInput,
): Promise<Row[]> {
  const narrow = searchTermsOf(input.query).length > 1 ? planOf(vocabulary, input, "narrow") : null;
  const isWorthwhile =
    narrow !== null && (input.stopAt !== undefined || narrow.expected >= input.limit * LEAST_EXPECTED);
  const rows = isWorthwhile ? await run(db, narrow) : [];
  if (rows.length >= (input.stopAt ?? input.limit)) return rows;
  const broad = planOf(vocabulary, input, "broad");
  return broad === null ? db.query<Row>(SELECT_VERSION) : run(db, broad);
}

/** Appends what variants of the query find, unless enough places were found. */
async function fillWithVariants(
  db: Database,
  vocabulary: Vocabulary,
  input: FindPlacesInput,
  found: FoundPlace[],
): Promise<FoundPlace[]> {
  if (found.length >= (input.stopAt ?? input.limit)) return found;
  const plans = queryVariants(vocabulary.words, input.query, input.limit)
    .map((query) => planOf(vocabulary, { ...input, query }, "narrow"))
    .filter((plan) => plan !== null);
  const more = placesOf((await Promise.all(plans.map((plan) => run(db, plan)))).flat());
  const all = new Map([...found, ...more].map((row) => [row.id, row])); // keeps the first of each
  return [...all.values()].slice(0, input.limit);
}

const placesOf = (rows: readonly Row[]): FoundPlace[] =>
  rows.flatMap(({ line }) => (line ? readLine(line) : []));

const SELECT_VERSION = "select turn, stamp from poi_index_state";

async function run(db: Database, plan: SearchPlan): Promise<Row[]> {
  const { text, values } = statementOf(plan);
  const rows = await db.query<Row>(text, values, { prepared: true });
  return rows.slice(0, plan.limit);
}
