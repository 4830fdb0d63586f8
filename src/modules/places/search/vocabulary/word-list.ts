import { yieldToEventLoop } from "../../../../core/limits/event-loop.ts";
import { hasConsonantsOf, isOneTypo, startsWithOneTypo } from "../../../../shared/spelling/edit-distance.ts";
import { PackedWords } from "./packed-words.ts";

/** A word, and the number of places that have it. */
export interface Word {
  readonly token: string;
  readonly places: number;
}

/** Words with the number of places that have each, in memory. */
export class WordList {
  readonly #words = new PackedWords();

  get size(): number {
    return this.#words.size;
  }

  places(word: string): number {
    return this.#words.countOf(this.#words.find(word));
  }

  /** Call one at a time. Searches in between may miss some of these words. */
  async add(words: readonly Word[]): Promise<void> {
    const fresh = new Map<string, Word>();
    for (const [n, word] of words.entries()) {
      if (n % STEP === STEP - 1) await yieldToEventLoop();
      const number = this.#words.find(word.token);
      if (number === -1) fresh.set(word.token, word);
      else this.#words.setCount(number, word.places);
    }
    if (fresh.size > 0) await this.#words.append([...fresh.values()]);
  }

  countStartingWith(prefix: string): number {
    return [...this.#words.withPrefix(prefix)].reduce((sum, { length }) => sum + length, 0);
  }

  /** Words with this prefix, the shortest first. */
  *startingWith(prefix: string): Generator<Word> {
    for (const numbers of this.#words.withPrefix(prefix))
      for (let n = 0; n < numbers.length; n += 1) yield this.#wordAt(numbers[n] ?? 0);
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

  /**
   * Words at one typing error from this one; either the first or the last half must be right. A word of ASCII letters is
   * compared only with words of about as many bytes, so that few are; a wrong letter of another script is not found.
   */
  nearTo(word: string): Word[] {
    const middle = word.length >> 1;
    const [bytes, width] = [Buffer.from(word), ASCII.test(word) ? 1 : MAX_LETTER_BYTES];
    const [least, most] = [bytes.length - width, bytes.length + width];
    const found = new Map<number, Word>();
    const take = (numbers: Uint32Array) => {
      for (let n = 0; n < numbers.length; n += 1) {
        const number = numbers[n] ?? 0;
        if (!this.#words.mayBeNear(number, bytes, width)) continue;
        const each = this.#wordAt(number);
        if (isOneTypo(word, each.token)) found.set(number, each);
      }
    };
    for (const numbers of this.#words.withPrefix(word.slice(0, middle - 1), least, most)) take(numbers);
    for (const numbers of this.#words.withSuffix(word.slice(middle), least, most)) take(numbers);
    return [...found.values()].sort((a, b) => (a.token < b.token ? -1 : 1));
  }

  /** Longer words with a prefix at one typing error from this one; the first letters must be right. */
  nearToStart(word: string): Word[] {
    const [bytes, isAscii] = [Buffer.from(word), ASCII.test(word)];
    const found: Word[] = [];
    for (const numbers of this.#words.withPrefix(word.slice(0, TYPO_FREE), word.length + 1)) {
      for (let n = 0; n < numbers.length; n += 1) {
        if (isAscii && !this.#words.mayStartNear(numbers[n] ?? 0, bytes)) continue;
        const each = this.#wordAt(numbers[n] ?? 0);
        if (each.token.length > word.length && startsWithOneTypo(each.token, word)) found.push(each);
      }
    }
    return found.sort(shortestFirst);
  }

  /** Longer words that begin alike and have the consonants of this one. */
  withConsonantsOf(word: string): Word[] {
    const found: Word[] = [];
    for (const numbers of this.#words.withPrefix(word.slice(0, 1), word.length + 1, word.length * 2 + 1))
      for (const number of numbers) {
        const each = this.#wordAt(number);
        if (hasConsonantsOf(each.token, word)) found.push(each);
      }
    return found.sort(shortestFirst);
  }

  #wordAt(number: number): Word {
    return { token: this.#words.textOf(number), places: this.#words.countOf(number) };
  }
}

const STEP = 5_000; // words that are looked up before others have their turn
const ASCII = /^[\0-\x7F]*$/;
const MAX_LETTER_BYTES = 4;
const TYPO_FREE = 2; // letters at the start of a word, which are rarely mistyped

const shortestFirst = (a: Word, b: Word): number =>
  a.token.length - b.token.length || (a.token < b.token ? -1 : 1);
