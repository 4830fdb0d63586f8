import { sql } from "drizzle-orm";
import { mapInSteps, sortInSteps } from "../../../core/limits/event-loop.ts";
import type { Tx } from "../../../db/client.ts";
import { randomId } from "../../../shared/id.ts";
import type { Category } from "../../../shared/places/places.ts";
import { foldedText, SPELLING_VERSION, wordsOf } from "../../../shared/spelling/spelling.ts";

/** The fields of a place that are indexed. */
export interface IndexedPlace {
  readonly seq: number;
  readonly name: string;
  readonly city: string;
  readonly category: Category;
}

const MAX_CITY_KEY = 60; // characters, as index entries are bounded
const BATCH_SIZE = 5_000; // words per statement
/** Places whose names are folded before others have their turn: 10 ms if the names are as long as they may be. */
const PLACES_STEP = 100;
const DELETED_STEP = 1_000; // places whose words are deleted by one statement, which returns them

/** By how many places each word and city gains or loses. */
export interface WordCounts {
  readonly word: Map<string, number>;
  readonly city: Map<string, number>;
}

export const newWordCounts = (): WordCounts => ({ word: new Map(), city: new Map() });

/** A city as spelled in the index. */
export const cityKey = (city: string): string => foldedText(city).slice(0, MAX_CITY_KEY);

/** The index itself, or the staging table of `indexStagedWords`, which is quicker for many words. */
type WordTable = "poi_words" | "staged_words";

/** Creates the staging table, which is dropped on commit. */
export async function createWordStaging(tx: Tx): Promise<void> {
  await tx.execute(sql`create temp table if not exists staged_words (like poi_words) on commit drop`);
}

/** Moves staged words into the index in its own order, so that each page is written once. */
export async function indexStagedWords(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('work_mem', '64MB', true)`); // sorts the words of 100,000 places in memory
  await tx.execute(sql`insert into poi_words select * from staged_words order by token, weight, key, poi`);
  await tx.execute(sql`truncate staged_words`);
}

/** Indexes places that are not indexed yet; `updateVocabulary` must follow in the same transaction. */
export async function insertWords(
  tx: Tx,
  places: readonly IndexedPlace[],
  counts: WordCounts,
  into: WordTable = "poi_words",
): Promise<void> {
  const rowOf = (place: IndexedPlace) => {
    const { words, key } = wordsOf(place.name);
    const city = cityKey(place.city);
    for (const { token } of words) counts.word.set(token, (counts.word.get(token) ?? 0) + 1);
    counts.city.set(city, (counts.city.get(city) ?? 0) + 1);
    return [
      place.seq,
      place.category,
      city,
      key,
      words.map((each) => each.token).join(" "),
      words.map((each) => each.weight).join(" "),
    ];
  };
  const rows = await mapInSteps(places, rowOf, PLACES_STEP);
  await tx.execute(sql`
    insert into ${sql.raw(into)} (category, city, token, weight, key, poi)
    select r->>1, r->>2, t.token, t.weight::smallint, r->>3, (r->>0)::int
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r
    cross join lateral unnest(string_to_array(r->>4, ' '), string_to_array(r->>5, ' ')) t(token, weight)`);
}

/** Removes places from the index; `updateVocabulary` must follow in the same transaction. */
export async function deleteWords(tx: Tx, seqs: readonly number[], counts: WordCounts): Promise<void> {
  for (let at = 0; at < seqs.length; at += DELETED_STEP) {
    const some = JSON.stringify(seqs.slice(at, at + DELETED_STEP));
    const { rows } = await tx.execute<{ token: string }>(sql`
      delete from poi_words w using jsonb_array_elements_text(${some}::jsonb) s where w.poi = s::int returning w.token`);
    for (const { token } of rows) counts.word.set(token, (counts.word.get(token) ?? 0) - 1);
  }
}

/** Applies the counts to the vocabulary. New words start a new turn, by which readers notice them. */
export async function updateVocabulary(tx: Tx, { word, city }: WordCounts): Promise<void> {
  const counted = [
    ...(await mapInSteps(word, ([token, places]) => ({ kind: "word", token, places }))),
    ...(await mapInSteps(city, ([token, places]) => ({ kind: "city", token, places }))),
  ].filter(({ places }) => places !== 0);
  const byToken = (a: { token: string }, b: { token: string }) => (a.token < b.token ? -1 : 1);
  const all = await sortInSteps(counted, byToken); // in one order, so that writers do not deadlock
  const fresh: typeof all = [];
  for (let at = 0; at < all.length; at += BATCH_SIZE) {
    fresh.push(...(await addPlaces(tx, all.slice(at, at + BATCH_SIZE))));
  }
  if (fresh.length === 0) return;
  const { turn, stamp } = await nextTurn(tx);
  for (let at = 0; at < fresh.length; at += BATCH_SIZE) {
    const rows = JSON.stringify(fresh.slice(at, at + BATCH_SIZE));
    await tx.execute(sql`
      insert into poi_vocabulary as v (kind, token, places, turn, stamp)
      select kind, token, places, ${turn}::int, ${stamp}
      from jsonb_to_recordset(${rows}::jsonb) r(kind text, token text, places int)
      on conflict (kind, token) do update set places = greatest(v.places, 0) + excluded.places,
        turn = excluded.turn, stamp = excluded.stamp`);
  }
}

/**
 * Updates the counts of known words and returns the new ones. A word that no place had any more counts as new: readers
 * skipped it, so it must appear in a later turn.
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

/** Locks the index state until the transaction ends, so that versions become visible in order. */
async function nextTurn(tx: Tx): Promise<{ turn: number; stamp: string }> {
  const stamp = randomId();
  const { rows } = await tx.execute<{ turn: number }>(sql`
    insert into poi_index_state as s (one, turn, stamp, spelling) values (1, 1, ${stamp}, ${SPELLING_VERSION})
    on conflict (one) do update set turn = s.turn + 1, stamp = excluded.stamp returning turn`);
  return { turn: rows[0]?.turn ?? 1, stamp };
}

/** Places with an entry of its own for each further name: those of the places that were merged into them. */
export async function withSpellings(
  tx: Tx,
  places: readonly IndexedPlace[],
): Promise<readonly IndexedPlace[]> {
  const bySeq = new Map(places.map((place) => [place.seq, place]));
  const { rows } = await tx.execute<{ seq: number; name: string }>(sql`
    select p.seq, m.name from merged_places m join current_pois p on p.id = m.poi_id
    join jsonb_array_elements_text(${JSON.stringify([...bySeq.keys()])}::jsonb) s on p.seq = s::int order by m.id`);
  const known = new Set(await mapInSteps(places, ({ seq, name }) => `${seq} ${foldedText(name)}`));
  const others = rows.flatMap(({ seq, name }) => {
    const [place, key] = [bySeq.get(seq), `${seq} ${foldedText(name)}`];
    if (!place || known.has(key)) return [];
    known.add(key);
    return [{ ...place, name }];
  });
  return [...places, ...others];
}

/** Indexes a place again, after its name, city or category changed or another was merged into it. */
export async function reindexPlace(tx: Tx, place: IndexedPlace): Promise<void> {
  const counts = newWordCounts();
  await deleteWords(tx, [place.seq], counts);
  await insertWords(tx, await withSpellings(tx, [place]), counts);
  await updateVocabulary(tx, counts);
}
