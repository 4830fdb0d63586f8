import { expect, test } from "bun:test";
import { turnsDuring } from "../../testing/turns.ts";
import { sortInSteps } from "./event-loop.ts";

const byKey = (one: { key: number }, other: { key: number }) => one.key - other.key;
const itemsOf = (size: number) => Array.from({ length: size }, (_, n) => ({ key: (n * 7_919) % 500, n }));

test("Items that are sorted in steps have the order that the runtime gives them, equal ones included", async () => {
  for (const size of [0, 1, 999, 1_000, 1_001, 2_500, 7_777]) {
    const items = itemsOf(size);
    expect(await sortInSteps(items, byKey)).toEqual(items.toSorted(byKey));
  }
});

test("Others have a turn after each 1,000 items that are sorted or merged", async () => {
  const [, turns] = await turnsDuring(() => sortInSteps(itemsOf(64_000), byKey));
  expect(turns).toBeGreaterThanOrEqual(64 * 6);
});
