import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { Database } from "../../../db/client.ts";
import { wantedIn } from "../../../shared/spelling.ts";
import type { Place } from "../schema.ts";
import { readingsOf } from "./query-variants.ts";
import { type Plan, planOf, type Search } from "./search-plan.ts";
import { type Standing, type Vocabulary, vocabularyOf } from "./vocabulary.ts";

const PAGES = [10, 50, 100]; // places; few, since each makes a text of its own
const RANGE_MOST = 5_000; // entries of the index looked at behind one beginning
const COLUMNS = `p.id, p.name, p.address, p.city, p.state, p.zip_code as "zipCode", p.phone, p.website, p.category,
  p.subcategory, p.halal_certificate as "halalCertificate", p.halal_verification_status as "halalVerificationStatus",
  p.owner_id as "ownerId"`;

/** A row as the database gives it: with the true owner, and how well it fits. */
export type Found = Omit<Place, "isOwned"> & { readonly seq: number };

/**
 * Places whose name has what was typed, best first: whole words, beginnings, parts, and one typing error in words of
 * four letters or more (contract 5).
 */
export async function search(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  input: Search,
): Promise<Place[]> {
  const found = await find(deps.db, input);
  return found.map(({ seq: _, ...row }) => seenBy(principal, row));
}

/** What a partner learns of an owner: that it is oneself, or that there is one. */
export function seenBy<Row extends { readonly ownerId: string | null }>(
  partner: { readonly id: string },
  row: Row,
) {
  const isOwned = row.ownerId === partner.id;
  return { ...row, ownerId: row.ownerId === null || isOwned ? row.ownerId : "claimed", isOwned };
}

type Row = Standing & { [Key in keyof Found]: Found[Key] | null };

const TRIES = 3; // words may come in while they are read; each try has more of them

/**
 * The same for whoever may see owners. Asks the database once where no words have come since the last time, twice
 * where several words fill no page as they stand, and again where what was typed may be read otherwise too.
 */
export async function find(db: Database, input: Search): Promise<Found[]> {
  let vocabulary = await vocabularyOf(db);
  for (let tried = 1; ; tried += 1) {
    const rows = await askFor(db, vocabulary, input);
    const [standing] = rows;
    if (!standing || standing.stamp === vocabulary.stamp || tried === TRIES)
      return filled(db, vocabulary, input, rows.filter(isFound));
    vocabulary = await vocabularyOf(db, standing);
  }
}

async function askFor(db: Database, vocabulary: Vocabulary, input: Search): Promise<Row[]> {
  const narrow = wantedIn(input.query).length > 1 ? planOf(vocabulary, input, "narrow") : null;
  const rows = narrow === null ? [] : await ask(db, narrow);
  if (rows.length >= input.limit) return rows;
  const broad = planOf(vocabulary, input, "broad");
  return broad === null ? db.query<Row>(STANDING) : ask(db, broad);
}

/** What was found, and behind it, until a page is full, what is found by another reading. */
async function filled(db: Database, vocabulary: Vocabulary, input: Search, found: Found[]): Promise<Found[]> {
  if (found.length >= input.limit) return found;
  const plans = readingsOf(vocabulary.words, input.query, input.limit)
    .map((query) => planOf(vocabulary, { ...input, query }, "narrow"))
    .filter((plan) => plan !== null);
  const more = (await Promise.all(plans.map((plan) => ask(db, plan)))).flat().filter(isFound);
  const all = new Map([...found, ...more].map((row) => [row.id, row])); // in the order in which they first came
  return [...all.values()].slice(0, input.limit);
}

const isFound = (row: Row): row is Row & Found => typeof row.id === "string";

const STANDING = "select turn, stamp from poi_index_state";

async function ask(db: Database, plan: Plan): Promise<Row[]> {
  const { text, values } = statementOf(plan);
  const rows = await db.query<Row>(text, values, { prepared: true });
  return rows.slice(0, plan.limit);
}

/** The first text behind all that begin so. */
const endOf = (start: string): string => `${start}\u{10FFFF}`;

/**
 * Walks the index word by word, each as far as is needed; what else was typed is looked for in the name's words, which
 * stand in the index too. Only then the places themselves are fetched. PostgreSQL plans such a text once: what a plan
 * would hang on stands in the text, and every value behind a subquery, where it changes no estimate.
 */
function statementOf({ scans, ranges, demands, category, cities, byCity, limit }: Plan) {
  const page = PAGES.find((size) => size >= limit) ?? limit;
  const values: unknown[] = [];
  const given = (value: unknown, type: string) => `(select $${values.push(value)}::${type})::${type}`;
  const like = (patterns: readonly string[]) => `key like any(${given(patterns, "text[]")})`;
  const where = demands.map(({ any }) => like(any));
  if (category !== null) where.push(`category = ${given(category, "text")}`);
  if (cities !== null && !byCity) where.push(`city = any(${given(cities, "text[]")})`);
  const missed = demands.map(
    ({ exact, start }) => ` + case when ${like(exact)} then 0 when ${like(start)} then 1 else 3 end`,
  );
  const unlike = demands.map(({ nearest }) => ` + case when ${like(nearest)} then 0 else 1 end`);
  // of several words the order must not hang on which of them is walked: a weight counts the name's words twice
  const best =
    demands.length === 0
      ? "min(quality * 1000 + n), min(weight)"
      : `min(quality${missed.join("")}), min(weight / 2), min(far${unlike.join("")})`;
  const leads = byCity ? `cross join unnest(${given(cities, "text[]")}) l(lead)` : "";
  const walked = "select poi, weight, key, category, city from poi_words where";
  const led = byCity ? "and city = l.lead" : "";
  const met = (join: string) => (where.length === 0 ? "" : `${join} ${where.join(" and ")}`);
  const numbered = scans.map((scan, n) => ({ ...scan, n }));
  const ends = ranges.map((range) => ({ ...range, n: scans.length, end: endOf(range.token) }));
  const behind = () => `union all
          select w.poi, w.weight, w.key, s.quality, s.n, s.far
          from jsonb_to_recordset(${given(JSON.stringify(ends), "jsonb")}) s(token text, quality int, n int, far int, "end" text)
            ${leads} cross join lateral (
              select * from (${walked} poi_words.token >= s.token and poi_words.token < s."end" ${led}
                order by poi_words.token, weight, key, poi limit ${RANGE_MOST}) w
              ${met("where")} limit ${page}) w`;
  const text = `
    select st.turn, st.stamp, f.* from poi_index_state st left join lateral (
      select ${COLUMNS}, p.seq from (
        select poi, row_number() over (order by ${best}, min(key), poi) as rank from (
          select w.poi, w.weight, w.key, s.quality, s.n, s.far
          from jsonb_to_recordset(${given(JSON.stringify(numbered), "jsonb")}) s(token text, quality int, n int, far int)
            ${leads} cross join lateral (
              ${walked} poi_words.token = s.token ${led} ${met("and")} order by weight, key, poi limit ${page}) w
          ${ends.length > 0 ? behind() : ""}
        ) hits group by poi order by rank limit ${page}
      ) r join pois p on p.seq = r.poi order by r.rank
    ) f on true`;
  return { text, values };
}
