import { expect, test } from "bun:test";
import { failureOf } from "../../testing/failure.ts";
import { createLongReads, type LongReads, type Reader } from "./long-reads.ts";

const reader = (name: string, signal = new AbortController().signal): Reader => ({
  principal: {
    ...{ kind: "partner", id: name, name, person: { id: name, name, role: "owner" } },
    ...{ sessionId: name, authenticatedAt: new Date() },
  },
  call: { signal },
});

/** Begins a read that runs until `end` is called, and notes its name when it runs. */
function readAs(reads: LongReads, reader: Reader, name: string, running: string[]) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const done = reads.ofAccount(reader, () =>
    reads.ofServer(reader, async () => {
      running.push(name);
      await promise;
      running.splice(running.indexOf(name), 1);
      return name;
    }),
  );
  return { done, end };
}

test("an account makes one long read at a time, and all accounts two: the others follow in order", async () => {
  const reads = createLongReads();
  const running: string[] = [];
  const begin = (account: string, name: string) => readAs(reads, reader(account), name, running);
  const [a1, a2, b, c] = [begin("a", "a1"), begin("a", "a2"), begin("b", "b"), begin("c", "c")];
  await Bun.sleep(0);
  expect(running).toEqual(["a1", "b"]);
  a1.end();
  expect(await a1.done).toBe("a1");
  await Bun.sleep(0);
  expect(running).toEqual(["b", "c"]);
  b.end();
  await b.done;
  await Bun.sleep(0);
  expect(running).toEqual(["c", "a2"]);
  c.end();
  a2.end();
  expect(await Promise.all([a2.done, c.done])).toEqual(["a2", "c"]);
});

test("a long read whose turn does not come is refused, never runs, and does not delay the next", async () => {
  const reads = createLongReads(20);
  const running: string[] = [];
  const first = readAs(reads, reader("a"), "first", running);
  const second = readAs(reads, reader("a"), "second", running);
  expect(await failureOf(() => second.done)).toMatchObject({ kind: "unavailable" });
  first.end();
  await first.done;
  const third = readAs(reads, reader("a"), "third", running);
  await Bun.sleep(0);
  expect(running).toEqual(["third"]);
  third.end();
  expect(await third.done).toBe("third");
});

test("a long read whose caller leaves while it waits never runs", async () => {
  const reads = createLongReads();
  const running: string[] = [];
  const leaving = new AbortController();
  const first = readAs(reads, reader("a"), "first", running);
  const second = readAs(reads, reader("a", leaving.signal), "second", running);
  leaving.abort();
  first.end();
  expect(await failureOf(() => second.done)).toMatchObject({ name: "AbortError" });
  expect(running).toEqual([]);
});
