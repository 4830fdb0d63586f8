import { expect, test } from "bun:test";
import { DatabaseUnavailable } from "../../db/errors.ts";
import { DomainError } from "../../shared/errors.ts";
import { createGroupCommit } from "./group-commit.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A writer that a test lets go on by hand. */
function heldWriter() {
  const batches: number[][] = [];
  const releases: (() => void)[] = [];
  const run = (items: readonly number[]) => {
    batches.push([...items]);
    return new Promise<number[]>((resolve) => releases.push(() => resolve(items.map((n) => n * 10))));
  };
  return { batches, releases, run };
}

test("what arrives together is written together and answered in its order", async () => {
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

test("what arrives while a write is under way waits for the next, and is answered by its own", async () => {
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

test("past its end the queue refuses at once with 503", async () => {
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

test("a bad item harms only itself", async () => {
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

test("a lost link is not tried again, because the commit may have happened", async () => {
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
