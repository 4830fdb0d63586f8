/** Lets timers and other calls have their turn between two steps of long work, each of a few milliseconds. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const STEP = 1_000; // items

/** As `map`, with a turn for others after each `step` items. */
export async function mapInSteps<Item, Result>(
  items: Iterable<Item>,
  of: (item: Item) => Result,
  step: number = STEP,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (results.length > 0 && results.length % step === 0) await yieldToEventLoop();
    results.push(of(item));
  }
  return results;
}

/** As `toSorted`, with a turn for others after each 1,000 items. */
export async function sortInSteps<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += STEP) {
    runs.push(items.slice(at, at + STEP).sort(compare));
    await yieldToEventLoop();
  }
  while (runs.length > 1) {
    const longer: Item[][] = [];
    for (let n = 0; n < runs.length; n += 2)
      longer.push(await merged(runs[n] ?? [], runs[n + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merged<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> {
  const all: Item[] = [];
  let [n, m] = [0, 0];
  while (n < first.length && m < second.length) {
    const [one, other] = [first[n] as Item, second[m] as Item]; // both are within their bounds
    const isFirst = compare(one, other) <= 0;
    all.push(isFirst ? one : other);
    if (isFirst) n += 1;
    else m += 1;
    if (all.length % STEP === 0) await yieldToEventLoop();
  }
  return all.concat(first.slice(n), second.slice(m));
}
