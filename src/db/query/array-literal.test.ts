import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestDatabase, testDatabase } from "../../testing/database/database.ts";
import { arrayLiteral } from "./array-literal.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const read = async (type: string, values: readonly (string | null)[]) =>
  (await db.query(`select value from unnest($1::${type}[]) as a (value)`, [arrayLiteral(values)])).map(
    (row) => (row as { value: unknown }).value,
  );

test("an array literal is read back as its values, whatever they contain", async () => {
  const texts = ["", " ", "NULL", "null", null, "a,b", "{}", '"', "\\", '\\"', "'", "a\nb\t", "Ærø 🕌", "$1"];
  expect(await read("text", texts)).toEqual(texts);
});

test("an array literal may be of no values and of other types than text", async () => {
  expect(await read("text", [])).toEqual([]);
  expect(await read("boolean", ["true", "false", null])).toEqual([true, false, null]);
  expect(await read("jsonb", ['{"a":"\\"\\\\"}', null])).toEqual([{ a: '"\\' }, null]);
});
