import { expect, test } from "bun:test";
import { isCommonPassword } from "../../../shared/passwords/common-passwords.ts";
import { passwordAdvice } from "./new-password-field.tsx";

const rules = {
  min: 8,
  names: { username: "aisha", email: "aisha.karim@example.com", brand: "Rihla" },
  isCommon: isCommonPassword,
};
const levelOf = (password: string) => passwordAdvice(password, rules)?.level ?? null;

test("a password is rated once it has enough characters, and a longer one is rated higher", () => {
  const levels = {
    "": null,
    "7 chars": null,
    "8f3kQ0zt": "fair",
    "8f3kQ0zt3x": "good",
    "violet camel orbit": "strong",
    aaaaaaaaaaaaaaaaaaaa: "fair",
  };
  for (const [password, level] of Object.entries(levels))
    expect([password, levelOf(password)]).toEqual([password, level]);
});

test("a password that the server will refuse is called weak, with the server's sentence", () => {
  const sentences = {
    "Admin2026!": "This password is too common.",
    "the aisha of old": "The password must not contain the username.",
    "travel with rihla": "The password must not contain the name Rihla.",
  };
  for (const [password, sentence] of Object.entries(sentences)) {
    const advice = passwordAdvice(password, rules);
    expect([password, advice?.level, advice?.sentence.startsWith(sentence)]).toEqual([
      password,
      "weak",
      true,
    ]);
  }
});

test("the other rules are applied while the list of common passwords is loading", () => {
  expect(passwordAdvice("Admin2026!", { ...rules, isCommon: null })?.level).toBe("good");
  expect(passwordAdvice("the aisha of old", { ...rules, isCommon: null })?.level).toBe("weak");
});
