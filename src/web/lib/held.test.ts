import { expect, test } from "bun:test";
import { mergeRows } from "./held.ts";

const rowsOf = (text: string) => [...text].map((id) => ({ id, value: 1 }));
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).join("");

test("changed values are shown at once, and rows after the last one are appended", () => {
  const newer = [
    { id: "a", value: 2 },
    { id: "b", value: 1 },
    { id: "c", value: 1 },
  ];
  expect(mergeRows(rowsOf("ab"), newer)).toEqual({ rows: newer, added: 0, gone: [], isCurrent: true });
});

test("rows that would push others down are counted and not shown, and no shown row moves", () => {
  const merged = mergeRows(rowsOf("abcd"), [{ id: "a", value: 1 }, ...rowsOf("xy"), { id: "b", value: 2 }]);
  expect([idsOf(merged.rows), merged.added, merged.gone]).toEqual(["abcd", 2, []]);
  expect(merged.rows.map(({ value }) => value)).toEqual([1, 2, 1, 1]);
});

test("a row that was removed stays where it was and is named", () => {
  const merged = mergeRows(rowsOf("abcd"), rowsOf("acd"));
  expect([idsOf(merged.rows), merged.added, merged.gone, merged.isCurrent]).toEqual([
    "abcd",
    0,
    ["b"],
    false,
  ]);
  expect(mergeRows(rowsOf("abcd"), rowsOf("xacd")).gone).toEqual(["b"]);
  expect(mergeRows(rowsOf("abcd"), rowsOf("xyab")).gone).toEqual([]);
  expect(mergeRows(rowsOf("abcd"), rowsOf("xa")).gone).toEqual(["b", "c"]);
});

test("rows in another order stay in theirs until the user asks", () => {
  const merged = mergeRows(rowsOf("abc"), rowsOf("cab"));
  expect([idsOf(merged.rows), merged.added, merged.gone, merged.isCurrent]).toEqual(["abc", 0, [], false]);
});

test("an empty list takes new rows at once, and an emptied one keeps its rows until the user asks", () => {
  expect(mergeRows([], rowsOf("ab"))).toEqual({ rows: rowsOf("ab"), added: 0, gone: [], isCurrent: true });
  expect(mergeRows(rowsOf("ab"), []).gone).toEqual(["a", "b"]);
});
