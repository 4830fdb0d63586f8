import { expect, test } from "bun:test";
import { ownNameProblem } from "./own-names.ts";

const names = {
  username: "umm.zayd",
  email: "Aisha.Karim@example.com",
  brand: "Rihla",
};

test("a password that contains a name of its account or the brand is refused, however it is written", () => {
  const problems = {
    "my umm.zayd is here": "The password must not contain the username",
    "UMMZAYD-and-a-tail": "The password must not contain the username",
    "UmmZ@yd_2026": "The password must not contain the username",
    "xx-aishakarim-xx": "The password must not contain the email address",
    "travel with Rihla": "The password must not contain the name Rihla",
    "r1hl4-traveller": "The password must not contain the name Rihla",
  };
  for (const [password, sentence] of Object.entries(problems))
    expect([password, ownNameProblem(password, names)]).toEqual([password, sentence]);
});

test("a password may contain a part of a name, and the host of an email address", () => {
  for (const password of [
    "karim bakes a cake",
    "grilled by noor",
    "example.com forever",
    "a long passphrase",
  ])
    expect([password, ownNameProblem(password, names)]).toEqual([password, null]);
});

test("a name of up to three characters is refused alone or with digits and symbols around it, not in a word", () => {
  const short = { username: "ali", email: "jo@example.com", brand: "Go" };
  for (const password of ["ali", "Ali2026!", "##jo1234", "go-2026-2027"])
    expect(ownNameProblem(password, short)).not.toBeNull();
  for (const password of ["quality time", "a major goal", "alibaba's cave"])
    expect(ownNameProblem(password, short)).toBeNull();
});

test("names that are missing or empty refuse nothing", () => {
  expect(ownNameProblem("anything at all", { username: "", email: "", brand: "" })).toBeNull();
  expect(ownNameProblem("anything at all", { email: "@example.com", brand: "--" })).toBeNull();
});

test("a short name and a password of letters outside the basic plane are compared", () => {
  const brand = "\u{20000}\u{20001}";
  expect(ownNameProblem(`${brand}2026!!!`, { username: "ali", brand: "Go" })).toBeNull();
  expect(ownNameProblem(`my ${brand} 2026`, { brand })).toBe(
    `The password must not contain the name ${brand}`,
  );
});
