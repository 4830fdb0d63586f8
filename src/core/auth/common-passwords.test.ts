import { expect, test } from "bun:test";
import { join } from "node:path";
import { isCommonPassword } from "./common-passwords.ts";

const file = await Bun.file(join(import.meta.dir, "common-passwords.txt")).text();
const words = file
  .trimEnd()
  .split("\n")
  .filter((line) => !/^#( |$)/.test(line));

test("the list has at least 10,000 common passwords of 8 or more characters, sorted and in lower case", () => {
  expect(words.filter((word) => word.length >= 8).length).toBeGreaterThan(10_000);
  expect(words).toEqual([...new Set(words)].sort());
  expect(words.filter((word) => word !== word.trim().toLowerCase() || word.length < 6)).toEqual([]);
});

test("every listed password is refused, whatever its case and surrounding spaces", () => {
  expect(words.filter((word) => !isCommonPassword(` ${word.toUpperCase()} `, []))).toEqual([]);
});

test("an empty password and the comments in the list are not common passwords", () => {
  for (const each of ["", "#", "# Copyright (c) 2021 @zxcvbn-ts"])
    expect(isCommonPassword(each, [""])).toBe(false);
});
