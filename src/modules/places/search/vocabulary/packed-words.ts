import { sortInSteps, yieldToEventLoop } from "../../../../core/limits/event-loop.ts";

const GROUP = 3; // bytes
const KINDS = 32; // of bytes: the letters from a to z differ

/** Which groups of three bytes occur in words, so that a text with another one is known to be in none of them. */
class LetterGroups {
  readonly #seen = new Uint8Array(KINDS ** GROUP);

  add(words: Uint8Array): void {
    for (let at = 0; at + GROUP <= words.length; at += 1) this.#seen[groupAt(words, at)] = 1;
  }

  haveAllOf(text: Uint8Array): boolean {
    for (let at = 0; at + GROUP <= text.length; at += 1)
      if (this.#seen[groupAt(text, at)] === 0) return false;
    return true;
  }
}

const groupAt = (bytes: Uint8Array, at: number): number =>
  (kindOf(bytes[at]) * KINDS + kindOf(bytes[at + 1])) * KINDS + kindOf(bytes[at + 2]);

const kindOf = (byte = 0): number => byte % KINDS;

const LINE_FEED = 10;
const STEP = 10_000; // words that are stored before others have their turn
const MERGED_STEP = 50_000; // numbers of two orders that are merged before it
const NONE = new Uint32Array();
const encoder = new TextEncoder();

interface Counted {
  readonly token: string;
  readonly places: number;
}

/**
 * Different words as UTF-8, each with a count: 26 bytes for a word of nine letters. As strings in sorted lists, they take
 * 300 bytes each. The number of a word is its index in the order in which they were added; letters are bytes.
 */
export class PackedWords {
  /** All words between line feeds, as they were added: searched ten times as fast as a string. */
  #bytes: Buffer = Buffer.from("\n");
  /** Where each word starts, and where the next one would. */
  #starts = Uint32Array.of(1);
  #counts = new Int32Array();
  #forward: Uint32Array = new Uint32Array();
  #backward: Uint32Array = new Uint32Array();
  /** Where the words of each length start in both orders, and where those of the longest end. */
  #lengths: Uint32Array = new Uint32Array(1);
  readonly #groups = new LetterGroups();

  get size(): number {
    return this.#counts.length;
  }

  countOf(number: number): number {
    return this.#counts[number] ?? 0;
  }

  setCount(number: number, count: number): void {
    this.#counts[number] = count;
  }

  /** In bytes. */
  lengthOf(number: number): number {
    return (this.#starts[number + 1] ?? 0) - (this.#starts[number] ?? 0) - 1;
  }

  textOf(number: number): string {
    const start = this.#starts[number] ?? 0;
    return this.#bytes.toString("utf8", start, start + this.lengthOf(number));
  }

  /** Adds words that it does not have. Call one at a time; until it resolves, not all of them are found. */
  async append(words: readonly Counted[]): Promise<void> {
    for (let at = 0; at < words.length; at += STEP) {
      this.#store(words.slice(at, at + STEP));
      await yieldToEventLoop();
    }
    const forward = await merged(this.#forward, words.length, (a, b) => this.#compareWords(a, b));
    const backward = await merged(this.#backward, words.length, (a, b) => this.#compareReversed(a, b));
    this.#forward = forward;
    this.#backward = backward;
    this.#lengths = this.#countedLengths();
  }

  #store(words: readonly Counted[]): void {
    const first = this.size;
    const added = Buffer.from(words.map(({ token }) => `${token}\n`).join(""));
    const starts = new Uint32Array(first + words.length + 1);
    starts.set(this.#starts);
    for (let at = 0, number = first + 1, end = this.#bytes.length; at < added.length; at += 1)
      if (added[at] === LINE_FEED) starts[number++] = end + at + 1;
    const counts = new Int32Array(first + words.length);
    counts.set(this.#counts);
    for (const [n, { places }] of words.entries()) counts[first + n] = places;
    this.#bytes = Buffer.concat([this.#bytes, added]);
    this.#groups.add(added);
    this.#starts = starts;
    this.#counts = counts;
  }

  /** The number of a word; -1 if it is not here. */
  find(word: string): number {
    const letters = encoder.encode(word);
    const [[number = -1] = []] = this.#matching(this.#forwardOrder, letters, letters.length, letters.length);
    return number;
  }

  /** The numbers of the words with this prefix and of these lengths in bytes: an array for each length, each in order. */
  withPrefix(prefix: string, least = 0, most = Number.POSITIVE_INFINITY): Iterable<Uint32Array> {
    return this.#matching(this.#forwardOrder, encoder.encode(prefix), least, most);
  }

  /** Like `withPrefix`, for suffixes. */
  withSuffix(suffix: string, least: number, most: number): Iterable<Uint32Array> {
    return this.#matching(this.#backwardOrder, encoder.encode(suffix), least, most);
  }

  /** The numbers of the words that contain this, but not only as their prefix, as they were added. */
  *containing(part: string): Generator<number> {
    const bytes = encoder.encode(part);
    if (part === "" || !this.#groups.haveAllOf(bytes)) return; // a search for "" never ends
    for (let at = this.#bytes.indexOf(bytes); at !== -1; ) {
      const number = this.#numberAt(at);
      if (this.#starts[number] !== at) yield number;
      at = this.#bytes.indexOf(bytes, this.#starts[number + 1]);
    }
  }

  /**
   * False only if a word of about the same length is more than one typing error of a letter of at most `width` bytes from
   * these letters: quicker than to compare the texts.
   */
  mayBeNear(number: number, letters: Uint8Array, width: number): boolean {
    const [length, other] = [this.lengthOf(number), letters.length];
    const [bytes, first] = [this.#bytes, this.#starts[number] ?? 0];
    const shorter = Math.min(length, other);
    let start = 0;
    while (start < shorter && bytes[first + start] === letters[start]) start += 1;
    let end = 0;
    while (end < shorter - start && bytes[first + length - 1 - end] === letters[other - 1 - end]) end += 1;
    return Math.max(length, other) - start - end <= 2 * width;
  }

  /** Like `mayBeNear`, for the start of a word and letters of one byte each. */
  mayStartNear(number: number, letters: Uint8Array): boolean {
    const [bytes, first] = [this.#bytes, this.#starts[number] ?? 0];
    let start = 0;
    while (start < letters.length && bytes[first + start] === letters[start]) start += 1;
    for (let shift = first - 1; shift <= first + 1; shift += 1) {
      let at = start + 2; // after the error
      while (at < letters.length && bytes[shift + at] === letters[at]) at += 1;
      if (at >= letters.length) return true;
    }
    return false;
  }

  /** The number of the word that has this byte. */
  #numberAt(at: number): number {
    let [low, high] = [0, this.size];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low;
  }

  #countedLengths(): Uint32Array {
    const starts = new Uint32Array(this.lengthOf(this.#forward.at(-1) ?? 0) + 2);
    const add = (length: number, count = 0) => {
      starts[length] = (starts[length] ?? 0) + count;
    };
    for (let number = 0; number < this.size; number += 1) add(this.lengthOf(number) + 1, 1);
    for (let length = 1; length < starts.length; length += 1) add(length, starts[length - 1]);
    return starts;
  }

  *#matching(order: Order, letters: Uint8Array, least: number, most: number): Generator<Uint32Array> {
    const last = Math.min(most, this.#lengths.length - 2);
    for (let length = Math.max(least, letters.length); length <= last; length += 1) {
      const [first = 0, end = 0] = [this.#lengths[length], this.#lengths[length + 1]];
      const found = first === end ? NONE : within(order, letters, { first, end });
      if (found.length > 0) yield found;
    }
  }

  get #forwardOrder(): Order {
    return { numbers: this.#forward, compare: (number, letters) => this.#compareStart(number, letters) };
  }

  get #backwardOrder(): Order {
    return { numbers: this.#backward, compare: (number, letters) => this.#compareEnd(number, letters) };
  }

  #compareStart(number: number, letters: Uint8Array): number {
    const [bytes, start] = [this.#bytes, this.#starts[number] ?? 0];
    for (let at = 0; at < letters.length; at += 1) {
      const difference = (bytes[start + at] ?? 0) - (letters[at] ?? 0); // a line feed is less than any letter
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #compareEnd(number: number, letters: Uint8Array): number {
    const [bytes, end] = [this.#bytes, (this.#starts[number + 1] ?? 0) - 2];
    for (let at = 0, last = letters.length - 1; at <= last; at += 1) {
      const difference = (bytes[end - at] ?? 0) - (letters[last - at] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #compareWords(a: number, b: number): number {
    if (this.lengthOf(a) !== this.lengthOf(b)) return this.lengthOf(a) - this.lengthOf(b);
    const [bytes, first, second] = [this.#bytes, this.#starts[a] ?? 0, this.#starts[b] ?? 0];
    for (let at = 0; ; at += 1) {
      const [here, there] = [bytes[first + at] ?? 0, bytes[second + at] ?? 0];
      if (here !== there || here === LINE_FEED) return here - there;
    }
  }

  #compareReversed(a: number, b: number): number {
    if (this.lengthOf(a) !== this.lengthOf(b)) return this.lengthOf(a) - this.lengthOf(b);
    const [bytes, first, second] = [
      this.#bytes,
      (this.#starts[a + 1] ?? 0) - 2,
      (this.#starts[b + 1] ?? 0) - 2,
    ];
    for (let at = 0; ; at += 1) {
      const [here, there] = [bytes[first - at] ?? 0, bytes[second - at] ?? 0];
      if (here !== there || here === LINE_FEED) return here - there;
    }
  }
}

/** The numbers of words by length, and those of the same length by their letters, from the first on or from the last on. */
interface Order {
  readonly numbers: Uint32Array;
  /** Compares a word with the letters of a prefix (a suffix, if the order is from the last letter on): 0 if it has it. */
  readonly compare: (number: number, letters: Uint8Array) => number;
}

/** The order of these numbers and of the next `added` ones. */
async function merged(
  old: Uint32Array,
  added: number,
  compare: (a: number, b: number) => number,
): Promise<Uint32Array> {
  const fresh = await sortInSteps(
    Array.from({ length: added }, (_, n) => old.length + n),
    compare,
  );
  const all = new Uint32Array(old.length + added);
  for (let at = 0, n = 0, m = 0; at < all.length; at += 1) {
    const [next, other] = [old[n], fresh[m]];
    const isOld = other === undefined || (next !== undefined && compare(next, other) < 0);
    all[at] = (isOld ? next : other) ?? 0;
    if (isOld) n += 1;
    else m += 1;
    if (at % MERGED_STEP === 0) await yieldToEventLoop();
  }
  return all;
}

/** A range of an order, which has the words of one length; `end` is exclusive. */
interface Span {
  readonly first: number;
  readonly end: number;
}

/** The numbers of the words of one length that have these letters at the start or end. */
function within(order: Order, letters: Uint8Array, { first, end }: Span): Uint32Array {
  const low = position(order, letters, 0, { first, end });
  return order.numbers.subarray(low, position(order, letters, 1, { first: low, end }));
}

/** The first word of one length that compares with these letters as `least` or more. */
function position(
  { numbers, compare }: Order,
  letters: Uint8Array,
  least: 0 | 1,
  { first, end }: Span,
): number {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(numbers[middle] ?? 0, letters) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
