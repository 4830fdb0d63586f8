import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { TestDatabase } from "../../testing/database/database.ts";
import { accounts, openScratchDatabase } from "../../testing/database/scratch-database.ts";
import { failureOf } from "../../testing/failure.ts";
import { sqlState, TransactionAborted } from "../errors.ts";
import { outsideTransaction } from "./transaction-scope.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await openScratchDatabase();
}, 60_000);

beforeEach(async () => {
  await db.query("truncate accounts");
});

afterAll(() => db.close());

const open = (name: string, balance = 0) => db.orm.insert(accounts).values({ name, balance });
const names = async () =>
  (await db.query<{ name: string }>("select name from accounts order by name")).map((row) => row.name);
/** Drizzle wraps the errors of its driver. */
const wholeMessage = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${wholeMessage(error.cause)}` : "";

test("a transaction is committed, and one that throws is rolled back", async () => {
  await db.transaction(async (tx) => {
    await tx.insert(accounts).values({ name: "kept", balance: 1 });
  });
  const error = await failureOf(() =>
    db.transaction(async (tx) => {
      await tx.insert(accounts).values({ name: "undone", balance: 1 });
      throw new Error("second thoughts");
    }),
  );
  expect(error).toEqual(new Error("second thoughts"));
  expect(await names()).toEqual(["kept"]);
});

test("a savepoint rolls back its own part alone", async () => {
  await db.transaction(async (tx) => {
    await tx.insert(accounts).values({ name: "outer", balance: 1 });
    await failureOf(() =>
      tx.transaction((inner) => inner.insert(accounts).values({ name: "bad", balance: -1 })),
    );
    await tx.transaction((inner) => inner.insert(accounts).values({ name: "inner", balance: 1 }));
  });
  expect(await names()).toEqual(["inner", "outer"]);
});

test("a transaction that ignores a failed statement is not reported as committed", async () => {
  const error = await failureOf(() =>
    db.transaction(async (tx) => {
      await tx.insert(accounts).values({ name: "lost", balance: 1 });
      await failureOf(() => tx.execute(sql`select 1 / 0`));
    }),
  );
  expect(error).toBeInstanceOf(TransactionAborted);
  expect(sqlState(error)).toBe("22012");
  expect(await names()).toEqual([]);
});

test("inside a transaction every use of the outer database is refused", async () => {
  const held = db.orm; // obtained before, as by a library
  for (const use of [
    () => db.query("select 1"),
    () => db.ping(),
    () => db.transaction(async () => 1),
    async () => db.orm,
    async () => held.select().from(accounts),
    () => held.transaction(async () => 1),
  ]) {
    const error = await failureOf(() => db.transaction(() => use() as Promise<unknown>));
    expect(wholeMessage(error)).toContain("use tx");
  }
});

test("background work may leave the transaction that started it, and work that outlives one is outside", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const [left, outlived] = await db.transaction(async (tx) => {
    const left = outsideTransaction(() => db.query("select 1"));
    const outlived = ended.then(() => db.query("select 2"));
    await tx.execute(sql`select 1`);
    return [left, outlived].map((promise) => ({ promise }));
  });
  end();
  expect(await left?.promise).toHaveLength(1);
  expect(await outlived?.promise).toHaveLength(1);
});

test("a tx is unusable once its transaction has ended", async () => {
  const tx = await db.transaction(async (each) => ({ each }));
  const error = await failureOf(() =>
    tx.each.insert(accounts).values({ name: "late", balance: 1 }).execute(),
  );
  expect(wholeMessage(error)).toContain("has ended");
  expect(await names()).toEqual([]);
});

test("forty concurrent transactions on one row lose no update", async () => {
  await open("shared");
  await Promise.all(
    Array.from({ length: 40 }, () =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(accounts).for("update");
        await tx.update(accounts).set({ balance: (row?.balance ?? 0) + 1 });
      }),
    ),
  );
  expect(await db.query("select balance from accounts")).toEqual([{ balance: 40 }]);
});

test("serializable transactions that conflict are retried", async () => {
  await open("shared");
  let runs = 0;
  const add = () =>
    db.transaction(
      async (tx) => {
        runs++;
        const [row] = await tx.select().from(accounts);
        await bothHaveRead();
        await tx.update(accounts).set({ balance: (row?.balance ?? 0) + 1 });
      },
      { isolation: "serializable" },
    );
  const bothHaveRead = db.kind === "pglite" ? async () => {} : meeting(2);
  await Promise.all([add(), add()]);
  expect(await db.query("select balance from accounts")).toEqual([{ balance: 2 }]);
  expect(runs).toBe(db.kind === "pglite" ? 2 : 3); // the embedded database runs them one by one
});

/** A barrier: blocks until `count` callers have arrived. */
function meeting(count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come++;
    if (come === count) resolve();
    return promise;
  };
}

test("a read-only transaction cannot write", async () => {
  const error = await failureOf(() =>
    db.transaction((tx) => tx.insert(accounts).values({ name: "x", balance: 1 }), { readOnly: true }),
  );
  expect(sqlState(error)).toBe("25006");
});
