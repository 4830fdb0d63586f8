import { expect, test } from "bun:test";
import type { Database } from "../../db/client.ts";
import { DatabaseUnavailable } from "../../db/errors.ts";
import { failureOf } from "../../testing/failure.ts";
import { createReads } from "./replica-reads.ts";

const LEFT_ALONE = 5_001; // milliseconds

/** A replica whose answers a test sets, beside a primary. */
function pair() {
  let at = Date.parse("2026-01-01T00:00:00Z");
  const answers = {
    primary: async (): Promise<unknown> => ({ lsn: "0/1", timeline: 1, database: "7/rihla" }),
    replica: async (): Promise<unknown> => ({ reached: true }),
  };
  const database = (name: keyof typeof answers) =>
    ({ name, query: async () => [await answers[name]()] }) as unknown as Database;
  const [primary, replica] = [database("primary"), database("replica")];
  const lines: string[] = [];
  const note = (...args: unknown[]) => lines.push(String(args.at(-1)));
  let left = 0;
  const reads = createReads({
    ...{ primary, replica },
    now: () => new Date(at),
    log: { info: note, warn: note },
    left: { inc: () => left++ },
  });
  return {
    answers,
    lines,
    left: () => left,
    wait: (ms: number) => {
      at += ms;
    },
    /** Which database answers a read. */
    asked: () => reads.read(async (db) => (db === replica ? "replica" : "primary")),
    read: reads.read,
    replica,
    /** Reads until the replica, which is tried in the background, is used. */
    async used() {
      while ((await this.asked()) !== "replica");
      return this;
    },
  };
}

test("the replica answers once it has all that the primary has", async () => {
  const both = await pair().used();
  expect(both.lines).toEqual(["exports and searches read from the replica"]);
});

test("a replica that catches up in time is waited for", async () => {
  const both = await pair().used();
  let looks = 0;
  both.answers.replica = async () => ({ reached: ++looks > 3 });
  expect([await both.asked(), looks, both.left()]).toEqual(["replica", 4, 0]);
});

test("a replica that lags is left alone, and used again once it has caught up", async () => {
  const both = await pair().used();
  let looks = 0;
  both.answers.replica = async () => ({ reached: ++looks < 0 });
  expect([await both.asked(), both.left()]).toEqual(["primary", 1]);
  const looked = looks;
  expect([await both.asked(), looks]).toEqual(["primary", looked]); // it costs nothing now
  both.answers.replica = async () => ({ reached: true });
  both.wait(LEFT_ALONE);
  await both.used();
  expect(both.lines).toHaveLength(3);
});

test("a replica that does not answer holds no read for long", async () => {
  const both = await pair().used();
  both.answers.replica = () => new Promise(() => {});
  expect(await Promise.all([both.asked(), both.asked()])).toEqual(["primary", "primary"]);
  expect(both.left()).toBe(1);
});

test("a read that fails on the replica is answered by the primary", async () => {
  const both = await pair().used();
  const away = await both.read(async (db) => {
    if (db === both.replica) throw new DatabaseUnavailable("gone");
    return "primary";
  });
  expect([away, both.left(), await both.asked()]).toEqual(["primary", 1, "primary"]);
  both.wait(LEFT_ALONE);
  await both.used();
  const conflict = await both.read(async (db) => {
    if (db === both.replica) throw Object.assign(new Error("conflict with recovery"), { code: "40001" });
    return "primary";
  });
  expect([conflict, both.left(), await both.asked()]).toEqual(["primary", 1, "replica"]);
});

test("while the primary is away nothing is read, because no one can tell whether the replica is up to date", async () => {
  const both = await pair().used();
  both.answers.primary = () => Promise.reject(new DatabaseUnavailable("gone"));
  expect(await failureOf(both.asked)).toBeInstanceOf(DatabaseUnavailable);
  expect(both.left()).toBe(0);
});
