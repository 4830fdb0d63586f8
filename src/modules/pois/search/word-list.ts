import { isOneTypo, startsWithOneTypo } from "../../../shared/spelling/edit-distance.ts";
import { PackedWords } from "./packed-words.ts";

/** A word, and the number of places that have it. */
export interface Word {
  readonly token: string;
  readonly places: number;
}

/** Words with the number of places that have each, in memory. */
export class WordList {
  readonly #words = new PackedWords();
  readonly #byPrefix = new Map<string, Uint32Array>();

  get size(): number {
    return this.#words.size;
  }

  places(word: string): number {
    return this.#words.countOf(this.#words.find(word));
  }

  add(words: readonly Word[]): void {
    const fresh = new Map<string, Word>();
    for (const word of words) {
      const number = this.#words.find(word.token);
      if (number === -1) fresh.set(word.token, word);
      else this.#words.setCount(number, word.places);
    }
    if (fresh.size === 0) return;
    this.#words.append([...fresh.values()]);
    this.#byPrefix.clear();
  }

  countStartingWith(prefix: string): number {
    return this.#words.withPrefix(prefix).length;
  }

  /** Words with this prefix, the shortest first. */
  *startingWith(prefix: string): Generator<Word> {
    for (const number of this.#numbersStartingWith(prefix)) yield this.#wordAt(number);
  }

  /** At most `limit` words that contain this, but not as their prefix; the shortest first. */
  containing(part: string, limit: number): Word[] {
    const found: Word[] = [];
    for (const number of this.#words.containing(part)) {
      if (found.length >= limit) break;
      found.push(this.#wordAt(number));
    }
    return found.sort(shortestFirst);
  }

  /** Words at one typing error from this one; either the first or the last half must be right. */
  nearTo(word: string): Word[] {
    const middle = word.length >> 1;
    const [bytes, width] = [Buffer.from(word), ASCII.test(word) ? 1 : MAX_LETTER_BYTES];
    const found = new Map<number, Word>();
    const take = (numbers: Uint32Array) => {
      for (const number of numbers) {
        if (!this.#words.mayBeNear(number, bytes, width)) continue;
        const each = this.#wordAt(number);
        if (isOneTypo(word, each.token)) found.set(number, each);
      }
    };
    take(this.#words.withPrefix(word.slice(0, middle - 1)));
    take(this.#words.withSuffix(word.slice(middle)));
    return [...found.values()].sort((a, b) => (a.token < b.token ? -1 : 1));
  }

  /** Longer words with a prefix at one typing error from this one; the first letters must be right. */
  nearToStart(word: string): Word[] {
    const [bytes, isAscii] = [Buffer.from(word), ASCII.test(word)];
    const found: Word[] = [];
    for (const number of this.#words.withPrefix(word.slice(0, TYPO_FREE))) {
      if (isAscii && !this.#words.mayStartNear(number, bytes)) continue;
      const each = this.#wordAt(number);
      if (each.token.length > word.length && startsWithOneTypo(each.token, word)) found.push(each);
    }
    return found.sort(shortestFirst);
  }

  #wordAt(number: number): Word {
    return { token: this.#words.textOf(number), places: this.#words.countOf(number) };
  }

  #numbersStartingWith(prefix: string): Uint32Array {
    const known = this.#byPrefix.get(prefix);
    if (known) return known;
    const byLength: number[][] = [];
    for (const number of this.#words.withPrefix(prefix)) {
      const length = this.#words.lengthOf(number);
      byLength[length] ??= [];
      byLength[length].push(number);
    }
    const found = Uint32Array.from(byLength.flat());
    if (prefix.length <= MAX_CACHED_LENGTH) this.#byPrefix.set(prefix, found);
    if (this.#byPrefix.size > MAX_CACHED) this.#byPrefix.clear();
    return found;
  }
}

const ASCII = /^[\0-\x7F]*$/;
const MAX_LETTER_BYTES = 4;
const TYPO_FREE = 2; // letters at the start of a word, which are rarely mistyped
const MAX_CACHED_LENGTH = 3; // letters: such short prefixes have hundreds of words, together 12 bytes for each word
const MAX_CACHED = 5_000; // prefixes

const shortestFirst = (a: Word, b: Word): number =>
  a.token.length - b.token.length || (a.token < b.token ? -1 : 1);
