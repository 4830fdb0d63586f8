import { expect, test } from "bun:test";
import { DEFAULT_BRAND } from "../../shared/brand.ts";
import { PRIVACY, TERMS } from "./legal.ts";

const textOf = (page: typeof PRIVACY) =>
  page
    .parts(DEFAULT_BRAND)
    .flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])
    .join("\n");

test("the privacy page names partner accounts, evidence, how long everything is kept, and a person's rights", () => {
  const text = textOf(PRIVACY);
  for (const named of [
    "partner account",
    "evidence",
    "30 days after the decision",
    "seven years",
    "90 days",
    "Your rights",
    "a copy of it",
    "corrected",
    "deleted",
  ]) {
    expect(text).toContain(named);
  }
});

test("the terms name partner accounts and evidence", () => {
  expect(textOf(TERMS)).toMatch(/partner account[\s\S]*evidence/);
});
