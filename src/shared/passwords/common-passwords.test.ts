import { expect, test } from "bun:test";
import { join } from "node:path";
import { isCommonPassword, isListedPassword } from "./common-passwords.ts";

const file = await Bun.file(join(import.meta.dir, "common-passwords.txt")).text();
const words = file
  .trimEnd()
  .replace(/^#( .*)?\n/gm, "")
  .split(/[ \n]/);

const refused = (passwords: readonly string[]) => passwords.filter(isCommonPassword);

test("the list has at least 10,000 common passwords of 8 or more characters, sorted and in lower case", () => {
  expect(words.filter((word) => word.length >= 8).length).toBeGreaterThan(10_000);
  expect(words).toEqual([...new Set(words)].sort());
  expect(words.filter((word) => word !== word.trim().toLowerCase() || word.length < 6)).toEqual([]);
});

test("every listed password is refused, whatever its case and surrounding spaces", () => {
  expect(words.filter((word) => !isCommonPassword(` ${word.toUpperCase()} `))).toEqual([]);
});

test("a listed password is refused with other digits and symbols around it", () => {
  const passwords = [
    "admin123",
    "Admin2026!",
    "!!Welcome99",
    "Monkey#2026",
    "letmein-----",
    "2026summer",
    "Halal786!",
    "HALAL",
    "Qwerty123",
    "12345678",
  ];
  expect(refused(passwords)).toEqual(passwords);
});

test("a listed password is refused with signs for its letters, and with both", () => {
  const passwords = [
    "P@ssw0rd",
    "P4$$w0rd",
    "pa55word!!",
    "$unsh1n3",
    "$unsh1n3!",
    "1loveyou7",
    "m@sj1d2026",
    "Ｐ＠ｓｓｗ０ｒｄ",
  ];
  expect(refused(passwords)).toEqual(passwords);
});

test("a password that only contains common words is accepted", () => {
  const passwords = [
    "Correct-Horse-9-Battery",
    "correct horse battery staple 7",
    "staff-password-1",
    "a long enough passphrase",
    "violet camel orbit nine",
    "six or more",
    "noor grill 77",
    "password manager made this",
    "Tr4vel-At1as",
    "kunafa with cheese",
    "8f3kQ0zt",
    "92837465019",
    "p".repeat(128),
  ];
  expect(refused(passwords)).toEqual([]);
});

test("an empty password and the comments in the list are not common passwords", () => {
  expect(refused(["", "   ", "#", "# Copyright (c) 2021 @zxcvbn-ts"])).toEqual([]);
});

test("letters outside the basic plane are letters: alone, before digits and after a common word", () => {
  const rare = "\u{20000}\u{20001}\u{20002}\u{10330}";
  expect(
    refused([rare.repeat(3), `${rare}2026`, `123${rare}`, `password${rare}`, `${rare}password!!`]),
  ).toEqual([]);
  expect(
    refused(["\u{1D429}\u{1D41A}\u{1D42C}\u{1D42C}\u{1D430}\u{1D428}\u{1D42B}\u{1D41D}1!"]),
  ).toHaveLength(1);
});

test("a listed password is refused to partners in any case, and one in disguise is not", () => {
  expect(["Password1", "HALAL", "123456"].filter((password) => !isListedPassword(password))).toEqual([]);
  expect(["P@ssw0rd!!", "Halal786!", "Monkey#2026"].filter(isListedPassword)).toEqual([]);
});
