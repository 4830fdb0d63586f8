/** The numbers of words by length, and those of the same length by their letters, from the first on or from the last on. */
export interface Order {
  readonly numbers: Uint32Array;
  /** Compares a word with the letters of a prefix (a suffix, if the order is from the last letter on): 0 if it has it. */
  readonly compare: (number: number, letters: Uint8Array) => number;
}

/** The order of these numbers and of the next `added` ones. */
export function merged(
  old: Uint32Array,
  added: number,
  compare: (a: number, b: number) => number,
): Uint32Array {
  const fresh = Uint32Array.from({ length: added }, (_, n) => old.length + n).sort(compare);
  const all = new Uint32Array(old.length + added);
  for (let at = 0, n = 0, m = 0; at < all.length; at += 1) {
    const [next, other] = [old[n], fresh[m]];
    const isOld = other === undefined || (next !== undefined && compare(next, other) < 0);
    all[at] = (isOld ? next : other) ?? 0;
    if (isOld) n += 1;
    else m += 1;
  }
  return all;
}

/** A range of an order, which has the words of one length; `end` is exclusive. */
interface Span {
  readonly first: number;
  readonly end: number;
}

/** The numbers of the words of one length that have these letters at the start or end. */
export function within(order: Order, letters: Uint8Array, { first, end }: Span): Uint32Array {
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
