import { sql } from "drizzle-orm";
import type { Database } from "../../../../db/client.ts";
import { WordList } from "./word-list.ts";

const MAX_WORDS = 600_000; // and cities: 16 MB if each has nine letters; of more, the rarest words are found by their prefix only

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
  /** Whether all words and cities are within the limit. */
  readonly hasAllWords: boolean;
}

/** The vocabulary of the search index, kept in memory. */
export interface VocabularyCache {
  /**
   * The vocabulary as it was last read. `seen` is the version that a later statement saw in the database: what was
   * added since is read first. Parallel callers share one read.
   */
  current(seen?: VocabularyVersion): Promise<Vocabulary>;
}

declare module "../../../../core/rpc/context.ts" {
  interface State {
    readonly vocabulary: VocabularyCache;
  }
}

/** Keeps at most `limit` words and cities, those of the most places. */
export function createVocabularyCache(db: Database, limit = MAX_WORDS): VocabularyCache {
  const read = () => readAll(db, limit);
  let cached: Promise<Vocabulary> | undefined;
  return {
    current(seen) {
      if (cached && !seen) return cached;
      const next = cached && seen ? refresh(db, cached, seen, limit) : read();
      cached = next;
      next.catch(() => {
        cached = undefined; // the next caller reads again
      });
      return next;
    },
  };
}

const INITIAL: VocabularyVersion = { turn: 0, stamp: "" };
const PAGE = 10_000; // rows that are read before others have their turn
const READ_TIMEOUT = 30_000; // milliseconds; of one statement
const SELECT_KNOWN = `select exists (select from poi_vocabulary where turn = $1 and stamp = $2) as known`;

interface Row extends Record<string, unknown> {
  readonly kind: "word" | "city";
  readonly token: string;
  readonly places: number;
  readonly stamp: string;
  readonly turn: number;
}

async function readAll(db: Database, limit: number): Promise<Vocabulary> {
  const empty = { ...INITIAL, words: new WordList(), cities: new WordList(), places: 0, hasAllWords: true };
  return extend(empty, await rowsSince(db, 0, limit), limit);
}

/** Read page by page, as an embedded database hands over a page at once. */
const rowsSince = (db: Database, turn: number, limit: number): Promise<readonly Row[]> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`declare vocabulary_rows no scroll cursor for select kind, token, places, turn, stamp
        from poi_vocabulary where turn > ${turn} order by places desc, token limit ${limit}`);
      for (const all: Row[] = []; ; ) {
        const { rows } = await tx.execute<Row>(sql.raw(`fetch ${PAGE} from vocabulary_rows`));
        all.push(...rows);
        if (rows.length < PAGE) return all;
      }
    },
    { readOnly: true, timeoutMs: READ_TIMEOUT },
  );

/** Reads what was added; everything, if a backup was restored since and the old version never existed in it. */
async function refresh(
  db: Database,
  cached: Promise<Vocabulary>,
  seen: VocabularyVersion,
  limit: number,
): Promise<Vocabulary> {
  const old = await cached;
  if (old.stamp === seen.stamp) return old;
  const [same] = await db.query<{ known: boolean }>(SELECT_KNOWN, [old.turn, old.stamp]);
  const canExtend = same?.known === true && old.hasAllWords;
  const now = canExtend
    ? await extend(old, await rowsSince(db, old.turn, limit), limit)
    : await readAll(db, limit);
  return now.turn < seen.turn ? { ...now, ...seen } : now;
}

async function extend(old: Vocabulary, rows: readonly Row[], limit: number): Promise<Vocabulary> {
  const { words, cities } = old;
  const newCities = rows.filter(({ kind }) => kind === "city");
  const places = newCities.reduce((sum, row) => sum + row.places - cities.places(row.token), old.places);
  await words.add(rows.filter(({ kind }) => kind === "word"));
  await cities.add(newCities);
  const last = rows.reduce<VocabularyVersion>((latest, row) => (row.turn > latest.turn ? row : latest), old);
  const hasAllWords = words.size + cities.size < limit;
  return { words, cities, places, hasAllWords, turn: last.turn, stamp: last.stamp };
}
