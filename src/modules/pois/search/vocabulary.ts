import type { Database } from "../../../db/client.ts";
import { isOneTypo, startsWithOneTypo } from "../../../shared/edit-distance.ts";

const MOST_WORDS = 300_000; // about 40 MB; of a larger vocabulary the rarest words are found by their beginning alone

/** Where the vocabulary of the database stands. */
export interface Standing {
  readonly turn: number;
  readonly stamp: string;
}

/** Words with how many places have each, in the memory of this process. */
export class WordList {
  /** In the order of their characters. */
  #sorted: string[] = [];
  /** All of them as bytes, each between line ends: searched ten times as fast as a text. */
  #joined = Buffer.from("\n");
  /** The same words written backward. */
  #reversed: string[] = [];
  readonly #starting = new Map<string, readonly string[]>();
  readonly #places = new Map<string, number>();

  get size(): number {
    return this.#places.size;
  }

  places(word: string): number {
    return this.#places.get(word) ?? 0;
  }

  add(words: readonly { readonly token: string; readonly places: number }[]): void {
    const fresh = words.filter(({ token }) => !this.#places.has(token)).map(({ token }) => token);
    for (const { token, places } of words) this.#places.set(token, places);
    const inOrder = (words: string[]) => words.sort((a, b) => (a < b ? -1 : 1));
    this.#sorted = inOrder([...this.#sorted, ...fresh]);
    this.#reversed = inOrder([...this.#reversed, ...fresh.map(reversed)]);
    this.#starting.clear();
    this.#joined = Buffer.concat([this.#joined, Buffer.from(fresh.map((word) => `${word}\n`).join(""))]);
  }

  /** Words that begin so, the shortest first. */
  startingWith(start: string): readonly string[] {
    const known = this.#starting.get(start);
    if (known) return known;
    const byLength: string[][] = [];
    for (const word of wordsFrom(this.#sorted, start)) {
      const alike = byLength[word.length] ?? [];
      alike.push(word);
      byLength[word.length] = alike;
    }
    const found = byLength.flat();
    if (start.length <= KEPT_START) this.#starting.set(start, found);
    if (this.#starting.size > KEPT_STARTS) this.#starting.clear();
    return found;
  }

  /** Words that have this somewhere behind their beginning, at most so many. */
  containing(part: string, most: number): string[] {
    const found: string[] = [];
    const bytes = Buffer.from(part);
    let at = this.#joined.indexOf(bytes);
    while (at !== -1 && found.length < most) {
      const start = this.#joined.lastIndexOf(LINE_END, at) + 1;
      const end = this.#joined.indexOf(LINE_END, at);
      if (start !== at) found.push(this.#joined.toString("utf8", start, end));
      at = this.#joined.indexOf(bytes, end);
    }
    return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  }

  /** Words that one typing error makes of this one: it left the beginning alone, or the end. */
  nearTo(word: string): string[] {
    const middle = word.length >> 1;
    const found = new Set<string>();
    for (const each of wordsFrom(this.#sorted, word.slice(0, middle - 1)))
      if (isOneTypo(word, each)) found.add(each);
    const backward = reversed(word);
    for (const each of wordsFrom(this.#reversed, backward.slice(0, word.length - middle)))
      if (isOneTypo(backward, each)) found.add(reversed(each));
    return [...found].sort((a, b) => (a < b ? -1 : 1));
  }

  /** Words with the same first letters of whose beginning one typing error makes this. */
  nearToStart(word: string): string[] {
    const found: string[] = [];
    for (const each of wordsFrom(this.#sorted, word.slice(0, SURE)))
      if (each.length > word.length && startsWithOneTypo(each, word)) found.push(each);
    return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  }
}

const LINE_END = 10;
const SURE = 2; // letters that nobody mistypes in the beginning of a word
const KEPT_START = 2; // letters: such beginnings have thousands of words
const KEPT_STARTS = 500;

const reversed = (word: string): string => [...word].reverse().join("");

/** The words of a sorted list that begin so. */
function wordsFrom(sorted: readonly string[], start: string): readonly string[] {
  const first = placeOf(sorted, start);
  return sorted.slice(first, placeOf(sorted, `${start}\u{10FFFF}`, first));
}

/** Where a text stands, or would stand, in a sorted list. */
function placeOf(sorted: readonly string[], text: string, from = 0): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface Vocabulary extends Standing {
  readonly words: WordList;
  readonly cities: WordList;
  /** About how many places there are. */
  readonly places: number;
}

interface Row {
  readonly kind: "word" | "city";
  readonly token: string;
  readonly places: number;
  readonly stamp: string;
  readonly turn: number;
}

const kept = new WeakMap<Database, Promise<Vocabulary>>();

/**
 * The vocabulary as this process last read it; `seen`, of a later statement, says where the database stands, and what
 * came since is read. One read at a time: whoever comes meanwhile waits for it.
 */
export function vocabularyOf(db: Database, seen?: Standing): Promise<Vocabulary> {
  const held = kept.get(db);
  const wanted = held
    ? held.then((old) => (!seen || old.stamp === seen.stamp ? old : readOn(db, old, seen)))
    : read(db);
  if (!held || seen) {
    kept.set(db, wanted);
    wanted.catch(() => kept.delete(db)); // the next one asks again
  }
  return wanted;
}

const NONE: Standing = { turn: 0, stamp: "" };
// the words that most places have, where not all fit
const READ = `select kind, token, places, turn, stamp from poi_vocabulary where turn > $1
  order by places desc, token limit ${MOST_WORDS}`;
const KNOWN = `select exists (select from poi_vocabulary where turn = $1 and stamp = $2) as known`;

async function read(db: Database): Promise<Vocabulary> {
  return grown({ ...NONE, words: new WordList(), cities: new WordList(), places: 0 }, await rowsSince(db, 0));
}

const rowsSince = (db: Database, turn: number) => db.query<Row>(READ, [turn], { timeoutMs: 30_000 });

/** What came since; all, where the database is not the one that was read: a backup was put back. */
async function readOn(db: Database, old: Vocabulary, seen: Standing): Promise<Vocabulary> {
  const [same] = await db.query<{ known: boolean }>(KNOWN, [old.turn, old.stamp]);
  const isWhole = same?.known === true && old.words.size < MOST_WORDS;
  const now = isWhole ? grown(old, await rowsSince(db, old.turn)) : await read(db);
  return now.turn < seen.turn ? { ...now, ...seen } : now;
}

function grown(old: Vocabulary, rows: readonly Row[]): Vocabulary {
  const { words, cities } = old;
  const newCities = rows.filter(({ kind }) => kind === "city");
  const places = newCities.reduce((sum, row) => sum + row.places - cities.places(row.token), old.places);
  words.add(rows.filter(({ kind }) => kind === "word"));
  cities.add(newCities);
  const last = rows.reduce<Standing>((latest, row) => (row.turn > latest.turn ? row : latest), old);
  return { words, cities, places, turn: last.turn, stamp: last.stamp };
}
