import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { TestDatabase } from "../testing/database/database.ts";
import { accounts, openScratchDatabase } from "../testing/database/scratch-database.ts";
import { failureOf } from "../testing/failure.ts";
import { isUnavailable, sqlState, violatedConstraint } from "./errors.ts";

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

test("a failure has its SQLSTATE and the constraint, with and without Drizzle", async () => {
  await open("taken");
  const unique = await failureOf(() => open("taken").execute());
  const check = await failureOf(() =>
    db.query("insert into accounts (id, name, balance) values ('1', 'b', -1)"),
  );
  expect([sqlState(unique), violatedConstraint(unique)]).toEqual(["23505", "accounts_name"]);
  expect([sqlState(check), violatedConstraint(check)]).toEqual(["23514", "accounts_balance"]);
  expect([isUnavailable(unique), isUnavailable(check)]).toEqual([false, false]);
});

test("numbers, times, JSON and bytes are read as they were written, with and without Drizzle", async () => {
  const seenAt = new Date("2026-02-28T23:59:59.987Z");
  const row = { name: "all", balance: 7, visits: 9_007_199_254_740_991, seenAt, facts: { tags: ["a", "ü"] } };
  const picture = new Uint8Array([0, 1, 254, 255]);
  await db.orm.insert(accounts).values({ ...row, picture });
  const [mapped] = await db.orm.select().from(accounts).where(eq(accounts.seenAt, seenAt));
  const [raw] = await db.query('select *, seen_at as "seenAt" from accounts where seen_at = $1', [seenAt]);
  expect(mapped).toMatchObject(row);
  expect(raw).toMatchObject(row);
  expect(
    [mapped?.picture, (raw as typeof mapped)?.picture].map((each) => new Uint8Array(each ?? [])),
  ).toEqual([picture, picture]);
  expect(mapped?.createdAt).toBeInstanceOf(Date);
});

test("raw parameters may be dates, bytes, objects, arrays, nulls and big integers", async () => {
  const at = new Date("2026-01-02T03:04:05.678Z");
  const text = `select $1::timestamptz as at, $2::bytea as bytes, $3::jsonb as facts, $4::text[] as names, $5::int as nothing,
    $6::int8 as big, $7::timestamptz[] as times, array[1, null]::int8[] as counts, '2026-01-02'::date as day, 1.50::numeric as price`;
  const [row] = await db.query(text, [
    at,
    new Uint8Array([9, 0]),
    { a: [1] },
    ['q"', null],
    undefined,
    5n,
    [at],
  ]);
  expect(row).toEqual({
    ...{ at, bytes: new Uint8Array([9, 0]), facts: { a: [1] }, names: ['q"', null], nothing: null },
    ...{ big: 5, times: [at], counts: [1, null], day: "2026-01-02", price: "1.50" },
  });
});

const NASTY = ['"', "'=1+1", "a\r\nb\t", "", "\u202Eltr", "🕌 ü \\n", "D".repeat(200_000)];

test("the texts of many rows are read as they are, in order and without what is null", async () => {
  const text =
    "select t || n from generate_series(1, $2::int) n, unnest($1::text[] || null) with ordinality u(t, i) order by n, i";
  const parts = await db.readText(text, [NASTY, 20]);
  const expected = Array.from({ length: 20 }, (_, n) => NASTY.map((each) => each + (n + 1)).join(""));
  expect(Buffer.concat(parts).toString()).toBe(expected.join(""));
  expect(await db.readText("select 'a' where false")).toEqual([]);
});

test("a connection that read texts, or failed at it, serves other statements", async () => {
  const wrong = async (n: number) =>
    sqlState(
      await failureOf(() =>
        db.readText("select repeat('a', 100000) || 1 / ($1 - i) from generate_series(1, 9) i", [n]),
      ),
    );
  const right = async (n: number) =>
    Buffer.concat(await db.readText("select $1 || 'x'", [String(n)])).toString();
  const whole = async (n: number) => (await db.query<{ n: number }>("select $1::int as n", [n]))[0]?.n;
  const each = Array.from({ length: 30 }, (_, n) => [wrong(5), right(n), whole(n)]);
  expect(await Promise.all(each.flat())).toEqual(each.flatMap((_, n) => ["22012", `${n}x`, n]));
  expect(db.pool().waiting).toBe(0);
  expect(db.pool().idle).toBe(db.pool().size);
});

test("a raw statement in a transaction returns its rows and their count", async () => {
  const counted = await db.transaction(async (tx) => {
    const written = await tx.insert(accounts).values([
      { name: "a", balance: 1 },
      { name: "b", balance: 2 },
    ]);
    const changed = await tx.update(accounts).set({ balance: 3 }).where(eq(accounts.name, "nobody"));
    const read = await tx.execute<{ n: number; at: Date }>(
      sql`select count(*) as n, max(created_at) as at from accounts`,
    );
    return { written: written.rowCount, changed: changed.rowCount, rows: read.rows };
  });
  expect(counted).toMatchObject({ written: 2, changed: 0, rows: [{ n: 2, at: expect.any(Date) }] });
});

test("a statement over its time limit fails, its transaction is rolled back, and the next one works", async () => {
  const slow = sql`select count(*) from generate_series(1, 1000000)`;
  const alone = await failureOf(() =>
    db.query("select count(*) from generate_series(1, 1000000)", [], { timeoutMs: 20 }),
  );
  const within = await failureOf(() =>
    db.transaction(
      async (tx) => {
        await tx.insert(accounts).values({ name: "undone", balance: 1 });
        await tx.execute(slow);
      },
      { timeoutMs: 20 },
    ),
  );
  expect([isUnavailable(alone), isUnavailable(within)]).toEqual([true, true]);
  expect(await names()).toEqual([]);
});

test("after closing, the database is unavailable", async () => {
  const other = await openScratchDatabase();
  await other.ping();
  await other.close();
  expect(isUnavailable(await failureOf(() => other.ping()))).toBe(true);
}, 30_000);
