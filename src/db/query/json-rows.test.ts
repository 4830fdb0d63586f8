import { afterAll, beforeAll, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { migrationsFolder } from "../../testing/database/migrations.ts";
import { instant, jsonValue } from "../columns.ts";
import { insertMany } from "./json-rows.ts";

const letters = pgTable("letters", {
  id: integer().primaryKey(),
  to: text().notNull(),
  pages: integer(),
  urgent: boolean().notNull().default(true),
  sentAt: instant("sent_at"),
  facts: jsonValue<unknown>("facts"),
});

let db: TestDatabase;
beforeAll(async () => {
  const folder = await migrationsFolder([
    `create table letters (id int primary key, "to" text not null, pages int, urgent boolean not null default true,
      sent_at timestamptz(3), facts jsonb)`,
  ]);
  db = await testDatabase(folder.path);
  await folder.remove();
});
afterAll(() => db.close());

const ROWS = [
  {
    to: `O'Brien "Süd" \\ ⟦0⟧ 🙂\n`,
    pages: 3,
    sentAt: new Date("2026-01-31T12:00:00.123Z"),
    facts: { a: [1] },
  },
  { to: "", pages: null, sentAt: null, facts: null },
];

const add = (rows: Parameters<typeof insertMany<typeof letters>>[2]) =>
  db.transaction((tx) => insertMany(tx, letters, rows));
const read = () => db.orm.select().from(letters).orderBy(asc(letters.id));

test("rows that are inserted together are those that Drizzle inserts; left out columns have their default", async () => {
  const rows = (first: number) => ROWS.map((row, index) => ({ ...row, id: first + index }));
  await db.orm.insert(letters).values(rows(0));
  await add(rows(2));
  const [a, b, ...others] = await read();
  expect(others).toEqual([
    { ...a, id: 2 },
    { ...b, id: 3 },
  ] as typeof others);
  expect(others[0]).toEqual({ ...ROWS[0], id: 2, urgent: true } as (typeof others)[0]);
});

test("rows of different columns are refused, as one of them would lose a value", async () => {
  const [one, two] = [5, 6].map((id) => ({ id, to: "x" }));
  for (const rows of [
    [one, { ...two, pages: 3 }],
    [{ ...one, pages: 3 }, two],
    [one, { ...two, to: undefined }],
  ])
    await expect(add(rows as Parameters<typeof add>[0])).rejects.toThrow("different columns");
});

test("no rows need no statement, and a row that is refused takes the others with it", async () => {
  await add([]);
  const before = await read();
  const twice = [8, 9, 9].map((id) => ({ id, to: "x" }));
  expect(await add(twice).catch(() => "refused")).toBe("refused");
  expect(await read()).toEqual(before);
});
