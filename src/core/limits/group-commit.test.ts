import { expect, test } from "bun:test";
import { DatabaseUnavailable } from "../../db/errors.ts";
import { DomainError } from "../../shared/errors.ts";
import { createGroupCommit } from "./group-commit.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A writer that a test releases by hand. */
function heldWriter() {
  const batches: number[][] = [];
  const releases: (() => void)[] = [];
  const run = (items: readonly number[]) => {
    batches.push([...items]);
    return new Promise<number[]>((resolve) => releases.push(() => resolve(items.map((n) => n * 10))));
  };
  return { batches, releases, run };
}

test("items that arrive together are written together and get their results in order", async () => {
  const batches: number[][] = [];
  const batcher = createGroupCommit<number, number>({
    run: async (items) => {
      batches.push([...items]);
      return items.map((n) => n * 10);
    },
    maxBatch: 3,
    writers: 1,
    maxWaiting: 100,
  });
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => batcher.submit(n)));
  expect(answers).toEqual([10, 20, 30, 40, 50]);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test("items that arrive during a write wait for the next one and get its results", async () => {
  const { batches, releases, run } = heldWriter();
  const batcher = createGroupCommit<number, number>({ run, maxBatch: 10, writers: 1, maxWaiting: 10 });
  const first = batcher.submit(1);
  await turn();
  const others = [batcher.submit(2), batcher.submit(3)];
  await turn();
  expect(batches).toEqual([[1]]);
  releases[0]?.();
  expect(await first).toBe(10);
  await turn();
  expect(batches).toEqual([[1], [2, 3]]);
  releases[1]?.();
  expect(await Promise.all(others)).toEqual([20, 30]);
});

test("the next batch is on its way before the callers of the last one continue", async () => {
  const { batches, releases, run } = heldWriter();
  const batcher = createGroupCommit<number, number>({ run, maxBatch: 10, writers: 1, maxWaiting: 10 });
  const batchesSeen = batcher.submit(1).then(() => [...batches]);
  await turn();
  void batcher.submit(2);
  releases[0]?.();
  expect(await batchesSeen).toEqual([[1], [2]]);
});

test("a full queue refuses at once with 503", async () => {
  const { run } = heldWriter();
  const batcher = createGroupCommit<number, number>({ run, maxBatch: 1, writers: 1, maxWaiting: 2 });
  void batcher.submit(1);
  await turn();
  void batcher.submit(2);
  void batcher.submit(3);
  const refused = await batcher.submit(4).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DomainError);
  expect(refused).toMatchObject({ kind: "unavailable", refusal: { retryAfter: 1 } });
});

test("a bad item fails alone", async () => {
  const batcher = createGroupCommit<number, number>({
    run: async (items) => {
      if (items.includes(3)) throw new Error("22021");
      return [...items];
    },
    maxBatch: 10,
    writers: 2,
    maxWaiting: 10,
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map((n) => batcher.submit(n)));
  expect(results.map((each) => each.status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
});

test("one bad item among 500 costs 19 writes, and two cost at most twice as many", async () => {
  const writesWith = async (bad: readonly number[]) => {
    let writes = 0;
    const batcher = createGroupCommit<number, number>({
      run: async (items) => {
        writes += 1;
        if (bad.some((each) => items.includes(each))) throw new Error("22021");
        return [...items];
      },
      maxBatch: 500,
      writers: 1,
      maxWaiting: 500,
    });
    const all = Array.from({ length: 500 }, (_, n) => n);
    const results = await Promise.allSettled(all.map((n) => batcher.submit(n)));
    expect(all.filter((n) => results[n]?.status === "rejected")).toEqual([...bad]);
    return writes;
  };
  expect(await writesWith([77])).toBe(19);
  expect(await writesWith([0, 499])).toBeLessThanOrEqual(38);
});

test("a write over a lost connection is not retried, because the commit may have happened", async () => {
  let runs = 0;
  const batcher = createGroupCommit<number, number>({
    run: async () => {
      runs += 1;
      throw new DatabaseUnavailable("gone");
    },
    maxBatch: 10,
    writers: 2,
    maxWaiting: 10,
  });
  const results = await Promise.allSettled([1, 2, 3].map((n) => batcher.submit(n)));
  expect(results.every((each) => each.status === "rejected")).toBe(true);
  expect(runs).toBe(1);
});
