import { expect, test } from "bun:test";
import { createFairQueue } from "./fair-queue.ts";

const full = () => new Error("full");

/** A queue whose work ends when the test says so, and what has begun and was refused so far. */
function gated(maxWaiting = 1_000, concurrency = 1) {
  const run = createFairQueue({ concurrency, maxWaiting, full });
  const [begun, refused]: [string[], string[]] = [[], []];
  const gates: PromiseWithResolvers<void>[] = [];
  const settled: Promise<unknown>[] = [];
  return {
    begun,
    refused,
    add(key: string, name: string, signal?: AbortSignal): void {
      const work = () => {
        begun.push(name);
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        return gate.promise;
      };
      const done = run({ key, signal }, work).catch((error: Error) =>
        refused.push(`${name}: ${error.message}`),
      );
      settled.push(done);
    },
    /** Ends the work that began as the nth, by default with success. */
    async end(n: number, error?: Error): Promise<void> {
      if (error) gates[n]?.reject(error);
      else gates[n]?.resolve();
      await Bun.sleep(0);
    },
    async endAll(): Promise<void> {
      for (let n = 0; n < gates.length; n++) await this.end(n);
      await Promise.all(settled);
    },
  };
}

test("work of a client that comes behind a hundred of another's runs after one of them at most", async () => {
  const queue = gated();
  for (let n = 0; n < 100; n++) queue.add("flood", `flood ${n}`);
  queue.add("visitor", "visitor 0");
  queue.add("visitor", "visitor 1");
  await queue.endAll();
  expect(queue.begun.slice(0, 6)).toEqual([
    "flood 0",
    "flood 1",
    "visitor 0",
    "flood 2",
    "visitor 1",
    "flood 3",
  ]);
  expect([queue.begun.length, queue.refused]).toEqual([102, []]);
});

test("no more work than allowed runs at once, and what waits begins in order of arrival", async () => {
  const queue = gated(10, 2);
  for (const name of ["a", "b", "c", "d"]) queue.add("one", name);
  expect(queue.begun).toEqual(["a", "b"]);
  await queue.end(1);
  expect(queue.begun).toEqual(["a", "b", "c"]);
  await queue.endAll();
  expect(queue.begun).toEqual(["a", "b", "c", "d"]);
});

test("a full queue refuses the last of the client with the most waiting, and admits one with fewer", async () => {
  const queue = gated(3);
  for (let n = 0; n < 4; n++) queue.add("flood", `flood ${n}`);
  queue.add("visitor", "visitor");
  await Bun.sleep(0);
  expect(queue.refused).toEqual(["flood 3: full"]);
  queue.add("flood", "flood 4");
  await Bun.sleep(0);
  expect(queue.refused).toEqual(["flood 3: full", "flood 4: full"]);
  await queue.endAll();
  expect(queue.begun).toEqual(["flood 0", "flood 1", "visitor", "flood 2"]);
});

test("a full queue in which every client has one waiting refuses the next", async () => {
  const queue = gated(2);
  for (const key of ["a", "b", "c", "d"]) queue.add(key, key);
  await queue.endAll();
  expect([queue.begun, queue.refused]).toEqual([["a", "b", "c"], ["d: full"]]);
});

test("work that fails rejects its caller and makes room for the next", async () => {
  const queue = gated();
  queue.add("a", "first");
  queue.add("b", "second");
  await queue.end(0, new Error("failed"));
  expect([queue.begun, queue.refused]).toEqual([["first", "second"], ["first: failed"]]);
  await queue.endAll();
  queue.add("c", "third");
  expect(queue.begun.at(-1)).toBe("third");
  await queue.endAll();
});

test("work whose client has gone leaves the queue and does not run, but goes on if it has begun", async () => {
  const queue = gated();
  const [begun, waiting, gone] = [new AbortController(), new AbortController(), new AbortController()];
  gone.abort();
  queue.add("a", "begun", begun.signal);
  queue.add("a", "waiting", waiting.signal);
  queue.add("b", "other");
  queue.add("b", "late", gone.signal);
  waiting.abort();
  begun.abort();
  await queue.endAll();
  expect(queue.begun).toEqual(["begun", "other"]);
  expect(queue.refused.toSorted()).toEqual(
    ["late", "waiting"].map((name) => `${name}: The connection was closed before its turn came`),
  );
});
