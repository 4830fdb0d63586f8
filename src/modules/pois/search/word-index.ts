import { sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import { randomId } from "../../../shared/id.ts";
import type { Category } from "../../../shared/places.ts";
import { foldedText, SPELLING, wordsOf } from "../../../shared/spelling.ts";

/** What of a place decides how it is found. */
export interface Findable {
  readonly seq: number;
  readonly name: string;
  readonly city: string;
  readonly category: Category;
}

const CITY_MOST = 60; // characters: an index entry is bounded
const PORTION = 5_000; // words of the vocabulary a statement

/** How many places came in with a word, by kind and word. */
export interface Tally {
  readonly word: Map<string, number>;
  readonly city: Map<string, number>;
}

export const newTally = (): Tally => ({ word: new Map(), city: new Map() });

/** A city as the index has it. */
export const cityKey = (city: string): string => foldedText(city).slice(0, CITY_MOST);

/** Where words go: into the index, or beside it until `indexStagedWords` puts them in, which of many is quicker. */
type WordTable = "poi_words" | "staged_words";

/** A table of this transaction alone. */
export async function makeWordStage(tx: Tx): Promise<void> {
  await tx.execute(sql`create temp table if not exists staged_words (like poi_words) on commit drop`);
}

/** In the order of the index: each of its pages is then written once. */
export async function indexStagedWords(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('work_mem', '64MB', true)`); // the words of 100,000 places are sorted in memory
  await tx.execute(sql`insert into poi_words select * from staged_words order by token, weight, key, poi`);
  await tx.execute(sql`truncate staged_words`);
}

/** Writes the words of places that have none yet, and counts them; `noteWords` must follow in the same transaction. */
export async function writeWords(
  tx: Tx,
  places: readonly Findable[],
  tally: Tally,
  into: WordTable = "poi_words",
): Promise<void> {
  const rows = places.map((place) => {
    const { words, key } = wordsOf(place.name);
    const city = cityKey(place.city);
    for (const { token } of words) tally.word.set(token, (tally.word.get(token) ?? 0) + 1);
    tally.city.set(city, (tally.city.get(city) ?? 0) + 1);
    return [
      place.seq,
      place.category,
      city,
      key,
      words.map((each) => each.token).join(" "),
      words.map((each) => each.weight).join(" "),
    ];
  });
  await tx.execute(sql`
    insert into ${sql.raw(into)} (category, city, token, weight, key, poi)
    select r->>1, r->>2, t.token, t.weight::smallint, r->>3, (r->>0)::int
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r
    cross join lateral unnest(string_to_array(r->>4, ' '), string_to_array(r->>5, ' ')) t(token, weight)`);
}

/** Takes the words of places away, before they get others or go. */
export async function dropWords(tx: Tx, seqs: readonly number[], tally: Tally): Promise<void> {
  if (seqs.length === 0) return;
  const { rows } = await tx.execute<{ token: string }>(sql`
    delete from poi_words w using jsonb_array_elements_text(${JSON.stringify(seqs)}::jsonb) s
    where w.poi = s::int returning w.token`);
  for (const { token } of rows) tally.word.set(token, (tally.word.get(token) ?? 0) - 1);
}

/** Brings the vocabulary up to what was counted. Words that are new make a new turn, which readers notice. */
export async function noteWords(tx: Tx, { word, city }: Tally): Promise<void> {
  const all = [
    ...[...word].map(([token, places]) => ({ kind: "word", token, places })),
    ...[...city].map(([token, places]) => ({ kind: "city", token, places })),
  ]
    .filter(({ places }) => places !== 0)
    .sort((a, b) => (a.token < b.token ? -1 : 1)); // in one order, so that writers do not wait for each other in a ring
  const fresh: typeof all = [];
  for (let at = 0; at < all.length; at += PORTION) {
    fresh.push(...(await addPlaces(tx, all.slice(at, at + PORTION))));
  }
  if (fresh.length === 0) return;
  const { turn, stamp } = await nextTurn(tx);
  for (let at = 0; at < fresh.length; at += PORTION) {
    const rows = JSON.stringify(fresh.slice(at, at + PORTION));
    await tx.execute(sql`
      insert into poi_vocabulary as v (kind, token, places, turn, stamp)
      select kind, token, places, ${turn}::int, ${stamp}
      from jsonb_to_recordset(${rows}::jsonb) r(kind text, token text, places int)
      on conflict (kind, token) do update set places = greatest(v.places, 0) + excluded.places,
        turn = excluded.turn, stamp = excluded.stamp`);
  }
}

/**
 * Counts the words that are there; gives those that are not. One that no place had any more counts as not there: who
 * read the vocabulary meanwhile passes it over, and must hear of it again.
 */
async function addPlaces<Word extends { kind: string; token: string; places: number }>(
  tx: Tx,
  words: readonly Word[],
): Promise<Word[]> {
  const { rows } = await tx.execute<{ kind: string; token: string }>(sql`
    update poi_vocabulary v set places = v.places + r.places
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) r(kind text, token text, places int)
    where v.kind = r.kind and v.token = r.token and v.places > 0 returning v.kind, v.token`);
  const known = new Set(rows.map(({ kind, token }) => `${kind} ${token}`));
  return words.filter(({ kind, token, places }) => places > 0 && !known.has(`${kind} ${token}`));
}

/** Locks the state until the end of the transaction, so that turns are seen in their order. */
async function nextTurn(tx: Tx): Promise<{ turn: number; stamp: string }> {
  const stamp = randomId();
  const { rows } = await tx.execute<{ turn: number }>(sql`
    insert into poi_index_state as s (one, turn, stamp, spelling) values (1, 1, ${stamp}, ${SPELLING})
    on conflict (one) do update set turn = s.turn + 1, stamp = excluded.stamp returning turn`);
  return { turn: rows[0]?.turn ?? 1, stamp };
}
