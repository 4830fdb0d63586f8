import type { Database } from "../../../db/client.ts";
import { WordList } from "./word-list.ts";

const MAX_WORDS = 600_000; // about 11 MB; of a larger vocabulary, the rarest words are found by their prefix only

/** A version of the vocabulary in the database; see `poi_index_state`. */
export interface VocabularyVersion {
  readonly turn: number;
  readonly stamp: string;
}

export interface Vocabulary extends VocabularyVersion {
  readonly words: WordList;
  readonly cities: WordList;
  /** The approximate number of places. */
  readonly places: number;
}

/** The vocabulary of the search index, kept in memory. */
export interface VocabularyCache {
  /**
   * The vocabulary as it was last read. `seen` is the version that a later statement saw in the database: what was
   * added since is read first. Parallel callers share one read.
   */
  current(seen?: VocabularyVersion): Promise<Vocabulary>;
}

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly vocabulary: VocabularyCache;
  }
}

export function createVocabularyCache(db: Database): VocabularyCache {
  let cached: Promise<Vocabulary> | undefined;
  return {
    current(seen) {
      if (cached && !seen) return cached;
      const next = cached && seen ? refresh(db, cached, seen) : read(db);
      cached = next;
      next.catch(() => {
        cached = undefined; // the next caller reads again
      });
      return next;
    },
  };
}

const INITIAL: VocabularyVersion = { turn: 0, stamp: "" };
// if not all words fit, those of the most places
const SELECT_SINCE = `select kind, token, places, turn, stamp from poi_vocabulary where turn > $1
  order by places desc, token limit ${MAX_WORDS}`;
const SELECT_KNOWN = `select exists (select from poi_vocabulary where turn = $1 and stamp = $2) as known`;

interface Row {
  readonly kind: "word" | "city";
  readonly token: string;
  readonly places: number;
  readonly stamp: string;
  readonly turn: number;
}

async function read(db: Database): Promise<Vocabulary> {
  const empty = { ...INITIAL, words: new WordList(), cities: new WordList(), places: 0 };
  return extend(empty, await rowsSince(db, 0));
}

const rowsSince = (db: Database, turn: number) => db.query<Row>(SELECT_SINCE, [turn], { timeoutMs: 30_000 });

/** Reads what was added; everything, if a backup was restored since and the old version never existed in it. */
async function refresh(
  db: Database,
  cached: Promise<Vocabulary>,
  seen: VocabularyVersion,
): Promise<Vocabulary> {
  const old = await cached;
  if (old.stamp === seen.stamp) return old;
  const [same] = await db.query<{ known: boolean }>(SELECT_KNOWN, [old.turn, old.stamp]);
  const isComplete = same?.known === true && hasAllWords(old);
  const now = isComplete ? extend(old, await rowsSince(db, old.turn)) : await read(db);
  return now.turn < seen.turn ? { ...now, ...seen } : now;
}

/** Whether no word was left out for want of memory. */
export const hasAllWords = ({ words }: Vocabulary): boolean => words.size < MAX_WORDS;

function extend(old: Vocabulary, rows: readonly Row[]): Vocabulary {
  const { words, cities } = old;
  const newCities = rows.filter(({ kind }) => kind === "city");
  const places = newCities.reduce((sum, row) => sum + row.places - cities.places(row.token), old.places);
  words.add(rows.filter(({ kind }) => kind === "word"));
  cities.add(newCities);
  const last = rows.reduce<VocabularyVersion>((latest, row) => (row.turn > latest.turn ? row : latest), old);
  return { words, cities, places, turn: last.turn, stamp: last.stamp };
}
