import { isOneTypo, startsWithOneTypo } from "../../../shared/spelling/edit-distance.ts";

/** Words with the number of places that have each, in memory. */
export class WordList {
  /** By code unit. */
  #sorted: string[] = [];
  /** All words as bytes, each between line feeds: searched ten times as fast as a string. */
  #joined = Buffer.from("\n");
  /** All words reversed, sorted. */
  #reversed: string[] = [];
  readonly #byPrefix = new Map<string, readonly string[]>();
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
    this.#byPrefix.clear();
    this.#joined = Buffer.concat([this.#joined, Buffer.from(fresh.map((word) => `${word}\n`).join(""))]);
  }

  /** Words with this prefix, the shortest first. */
  startingWith(prefix: string): readonly string[] {
    const known = this.#byPrefix.get(prefix);
    if (known) return known;
    const byLength: string[][] = [];
    for (const word of withPrefix(this.#sorted, prefix)) {
      const sameLength = byLength[word.length] ?? [];
      sameLength.push(word);
      byLength[word.length] = sameLength;
    }
    const found = byLength.flat();
    if (prefix.length <= MAX_CACHED_LENGTH) this.#byPrefix.set(prefix, found);
    if (this.#byPrefix.size > MAX_CACHED) this.#byPrefix.clear();
    return found;
  }

  /** At most `limit` words that contain this, but not as their prefix; the shortest first. */
  containing(part: string, limit: number): string[] {
    const found: string[] = [];
    const bytes = Buffer.from(part);
    let at = this.#joined.indexOf(bytes);
    while (at !== -1 && found.length < limit) {
      const start = this.#joined.lastIndexOf(LINE_FEED, at) + 1;
      const end = this.#joined.indexOf(LINE_FEED, at);
      if (start !== at) found.push(this.#joined.toString("utf8", start, end));
      at = this.#joined.indexOf(bytes, end);
    }
    return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  }

  /** Words at one typing error from this one; either the first or the last half must be right. */
  nearTo(word: string): string[] {
    const middle = word.length >> 1;
    const found = new Set<string>();
    for (const each of withPrefix(this.#sorted, word.slice(0, middle - 1)))
      if (isOneTypo(word, each)) found.add(each);
    const backward = reversed(word);
    for (const each of withPrefix(this.#reversed, backward.slice(0, word.length - middle)))
      if (isOneTypo(backward, each)) found.add(reversed(each));
    return [...found].sort((a, b) => (a < b ? -1 : 1));
  }

  /** Longer words with a prefix at one typing error from this one; the first letters must be right. */
  nearToStart(word: string): string[] {
    const found: string[] = [];
    for (const each of withPrefix(this.#sorted, word.slice(0, TYPO_FREE)))
      if (each.length > word.length && startsWithOneTypo(each, word)) found.push(each);
    return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  }
}

const LINE_FEED = 10;
const TYPO_FREE = 2; // letters at the start of a word, which are rarely mistyped
const MAX_CACHED_LENGTH = 2; // letters: such short prefixes have thousands of words
const MAX_CACHED = 500; // prefixes

const reversed = (word: string): string => [...word].reverse().join("");

/** The words of a sorted list with this prefix. */
function withPrefix(sorted: readonly string[], prefix: string): readonly string[] {
  const first = insertionPoint(sorted, prefix);
  return sorted.slice(first, insertionPoint(sorted, `${prefix}\u{10FFFF}`, first));
}

/** The index of a text in a sorted list, or where it would be inserted. */
function insertionPoint(sorted: readonly string[], text: string, from = 0): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
