import type { ActionContext, Deps, PartnerPrincipal, State } from "../../../core/rpc/context.ts";
import type { Database } from "../../../db/client.ts";
import { searchTermsOf } from "../../../shared/spelling/spelling.ts";
import type { Place } from "../schema.ts";
import { queryVariants } from "./query-variants.ts";
import { type PlaceQuery, planOf, type SearchPlan } from "./search-plan.ts";
import type { Vocabulary, VocabularyVersion } from "./vocabulary.ts";

const PAGE_SIZES = [10, 50, 100]; // places; few, as each makes a prepared statement of its own
const MAX_RANGE = 5_000; // index entries read per prefix
const COLUMNS = `p.id, p.name, p.address, p.city, p.state, p.zip_code as "zipCode", p.phone, p.website, p.category,
  p.subcategory, p.halal_certificate as "halalCertificate", p.halal_verification_status as "halalVerificationStatus",
  p.owner_id as "ownerId"`;

/** A place with its actual owner, as staff may see it. */
export type FoundPlace = Omit<Place, "isOwned"> & { readonly seq: number };

/**
 * Searches places by name, for a partner. Best first: whole words, prefixes, parts of words, and words of four letters
 * or more with one typing error.
 */
export async function search(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  input: PlaceQuery,
): Promise<Place[]> {
  const found = await findPlaces(deps, input);
  return found.map(({ seq: _, ...row }) => asPartnerSees(principal, row));
}

/** Hides who owns a place, unless it is the partner itself. */
export function asPartnerSees<Row extends { readonly ownerId: string | null }>(
  partner: { readonly id: string },
  row: Row,
) {
  const isOwned = row.ownerId === partner.id;
  return { ...row, ownerId: row.ownerId === null || isOwned ? row.ownerId : "claimed", isOwned };
}

type Row = VocabularyVersion & { [Key in keyof FoundPlace]: FoundPlace[Key] | null };

/** The part of `Deps` that a search uses. */
export interface SearchDeps extends Pick<Deps, "db"> {
  readonly state: Pick<State, "vocabulary">;
}

const MAX_ATTEMPTS = 3; // words may be added while the vocabulary is read

/**
 * `search` for callers who may see owners. Runs one statement if no words were added since the last search, a second
 * one if several exact words do not fill a page, and up to three more for variants of the query.
 */
export async function findPlaces({ db, state }: SearchDeps, input: PlaceQuery): Promise<FoundPlace[]> {
  let vocabulary = await state.vocabulary.current();
  for (let attempt = 1; ; attempt += 1) {
    const rows = await runNarrowThenBroad(db, vocabulary, input);
    const [version] = rows;
    if (!version || version.stamp === vocabulary.stamp || attempt === MAX_ATTEMPTS)
      return fillWithVariants(db, vocabulary, input, rows.filter(isFound));
    vocabulary = await state.vocabulary.current(version);
  }
}

async function runNarrowThenBroad(db: Database, vocabulary: Vocabulary, input: PlaceQuery): Promise<Row[]> {
  const narrow = searchTermsOf(input.query).length > 1 ? planOf(vocabulary, input, "narrow") : null;
  const rows = narrow === null ? [] : await run(db, narrow);
  if (rows.length >= input.limit) return rows;
  const broad = planOf(vocabulary, input, "broad");
  return broad === null ? db.query<Row>(SELECT_VERSION) : run(db, broad);
}

/** Appends what variants of the query find, until the page is full. */
async function fillWithVariants(
  db: Database,
  vocabulary: Vocabulary,
  input: PlaceQuery,
  found: FoundPlace[],
): Promise<FoundPlace[]> {
  if (found.length >= input.limit) return found;
  const plans = queryVariants(vocabulary.words, input.query, input.limit)
    .map((query) => planOf(vocabulary, { ...input, query }, "narrow"))
    .filter((plan) => plan !== null);
  const more = (await Promise.all(plans.map((plan) => run(db, plan)))).flat().filter(isFound);
  const all = new Map([...found, ...more].map((row) => [row.id, row])); // keeps the first of each
  return [...all.values()].slice(0, input.limit);
}

const isFound = (row: Row): row is Row & FoundPlace => typeof row.id === "string";

const SELECT_VERSION = "select turn, stamp from poi_index_state";

async function run(db: Database, plan: SearchPlan): Promise<Row[]> {
  const { text, values } = statementOf(plan);
  const rows = await db.query<Row>(text, values, { prepared: true });
  return rows.slice(0, plan.limit);
}

/** The exclusive end of the range of texts with this prefix. */
const endOf = (prefix: string): string => `${prefix}\u{10FFFF}`;

/**
 * Scans the index word by word, each only as far as needed, and filters by the other parts of the query on the words of
 * the name, which are in the index too; then fetches the places. PostgreSQL plans each text once, so what should affect
 * the plan is part of the text, and values are in subqueries, where they do not affect the estimates.
 */
function statementOf({ scans, ranges, filters, category, cities, byCity, limit }: SearchPlan) {
  const page = PAGE_SIZES.find((size) => size >= limit) ?? limit;
  const values: unknown[] = [];
  const param = (value: unknown, type: string) => `(select $${values.push(value)}::${type})::${type}`;
  const like = (patterns: readonly string[]) => `key like any(${param(patterns, "text[]")})`;
  const where = filters.map(({ any }) => like(any));
  if (category !== null) where.push(`category = ${param(category, "text")}`);
  if (cities !== null && !byCity) where.push(`city = any(${param(cities, "text[]")})`);
  const mismatch = filters.map(
    ({ exact, start }) => ` + case when ${like(exact)} then 0 when ${like(start)} then 1 else 3 end`,
  );
  const distance = filters.map(({ nearest }) => ` + case when ${like(nearest)} then 0 else 1 end`);
  // with several parts, the order must not depend on which one is scanned; weights count the words of the name double
  const best =
    filters.length === 0
      ? "min(quality * 1000 + n), min(weight)"
      : `min(quality${mismatch.join("")}), min(weight / 2), min(far${distance.join("")})`;
  const leads = byCity ? `cross join unnest(${param(cities, "text[]")}) l(lead)` : "";
  const entries = "select poi, weight, key, category, city from poi_words where";
  const inCity = byCity ? "and city = l.lead" : "";
  const filtered = (join: string) => (where.length === 0 ? "" : `${join} ${where.join(" and ")}`);
  const numbered = scans.map((scan, n) => ({ ...scan, n }));
  const ends = ranges.map((range) => ({ ...range, n: scans.length, end: endOf(range.token) }));
  const rangeScans = () => `union all
          select w.poi, w.weight, w.key, s.quality, s.n, s.far
          from jsonb_to_recordset(${param(JSON.stringify(ends), "jsonb")}) s(token text, quality int, n int, far int, "end" text)
            ${leads} cross join lateral (
              select * from (${entries} poi_words.token >= s.token and poi_words.token < s."end" ${inCity}
                order by poi_words.token, weight, key, poi limit ${MAX_RANGE}) w
              ${filtered("where")} limit ${page}) w`;
  const text = `
    select st.turn, st.stamp, f.* from poi_index_state st left join lateral (
      select ${COLUMNS}, p.seq from (
        select poi, row_number() over (order by ${best}, min(key), poi) as rank from (
          select w.poi, w.weight, w.key, s.quality, s.n, s.far
          from jsonb_to_recordset(${param(JSON.stringify(numbered), "jsonb")}) s(token text, quality int, n int, far int)
            ${leads} cross join lateral (
              ${entries} poi_words.token = s.token ${inCity} ${filtered("and")} order by weight, key, poi limit ${page}) w
          ${ends.length > 0 ? rangeScans() : ""}
        ) hits group by poi order by rank limit ${page}
      ) r join pois p on p.seq = r.poi order by r.rank
    ) f on true`;
  return { text, values };
}
