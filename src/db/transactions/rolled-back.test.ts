import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { migrationsFolder } from "../../testing/database/migrations.ts";
import { failureOf } from "../../testing/failure.ts";
import type { Database } from "../types.ts";
import { rollBack, TookTooLong } from "./rolled-back.ts";

let db: TestDatabase;
beforeAll(async () => {
  const folder = await migrationsFolder(["create table notes (text text primary key)"]);
  db = await testDatabase(folder.path);
  await folder.remove();
});
afterAll(() => db.close());

const add = (within: Database) => within.query("insert into notes values ('a')");
const notes = () => db.query("select * from notes");
/** Adds a note and never ends; `began` settles once the note is there. */
function endless() {
  const { promise: began, resolve } = Promise.withResolvers<Database>();
  const work = async (within: Database) => {
    await add(within);
    resolve(within);
    return new Promise<never>(() => {});
  };
  return { began, work };
}

test("what a rolled back transaction deleted is counted and still there", async () => {
  await db.query("insert into notes values ('kept')");
  const found = await rollBack(db, (within) => within.query("delete from notes returning text"));
  expect(found).toEqual({ result: [{ text: "kept" }], deleted: { notes: 1 }, changed: {} });
  expect(await notes()).toEqual([{ text: "kept" }]);
  await db.query("delete from notes");
});

test("a rolled back transaction ends at its limit, even if its work waits for something else", async () => {
  const error = await failureOf(() => rollBack(db, endless().work, { limitMs: 1 }));
  expect(error).toBeInstanceOf(TookTooLong);
  expect(error).toMatchObject({ limitMs: 1 });
  expect(await notes()).toEqual([]);
});

test("a rolled back transaction ends when its caller leaves, and the work that goes on changes nothing", async () => {
  const caller = new AbortController();
  const { began, work } = endless();
  const failed = failureOf(() => rollBack(db, work, { signal: caller.signal }));
  const within = await began;
  caller.abort();
  expect(await failed).toMatchObject({ name: "AbortError" });
  await failureOf(() => add(within));
  expect(await notes()).toEqual([]);
});

test("a statement that runs when the caller leaves is not waited for, and leaves no result behind", async () => {
  const caller = new AbortController();
  const { began, work } = endless();
  const running = async (within: Database) => {
    void work(within).catch(() => {});
    await began;
    setImmediate(() => caller.abort()); // once the statement has been sent
    return within.query("select 'old' as text, pg_sleep(0.3)");
  };
  const error = await failureOf(() => rollBack(db, running, { signal: caller.signal }));
  expect(error).toMatchObject({ name: "AbortError" });
  expect(await notes()).toEqual([]);
});

test("a caller that leaves while it waits for a connection takes none", async () => {
  const caller = new AbortController();
  const inside = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const only = db.transaction(async () => {
    inside.resolve();
    await ended.promise;
  });
  await inside.promise;
  let runs = 0;
  const failed = failureOf(() =>
    rollBack(
      db,
      async (within) => {
        runs += 1;
        caller.abort(); // a database with more connections gives one at once
        return add(within);
      },
      { signal: caller.signal },
    ),
  );
  if (db.kind === "pglite") caller.abort();
  expect(await failed).toMatchObject({ name: "AbortError" });
  ended.resolve();
  await only;
  expect([runs, await notes()]).toEqual([db.kind === "pglite" ? 0 : 1, []]);
  expect(db.pool().waiting).toBe(0);
});

test("a caller that has left already starts nothing", async () => {
  const error = await failureOf(() => rollBack(db, add, { signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ name: "AbortError" });
  expect([db.pool().waiting, await notes()]).toEqual([0, []]);
});
