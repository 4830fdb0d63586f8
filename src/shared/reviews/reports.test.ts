import { expect, test } from "bun:test";
import { isShortened, REMOVED } from "./reports.ts";

const ORIGINAL = "Bilal Khan sold me wine.\n\nHis phone is 555 0100. Never again.";

test("a published text is the original, or the original with passages replaced by the mark", () => {
  for (const published of [
    ORIGINAL,
    ORIGINAL.replace(/\s+/g, " "),
    ORIGINAL.replace("Bilal Khan", REMOVED),
    `${REMOVED} sold me wine. ${REMOVED} Never again.`,
    `Bilal ${REMOVED}`,
    REMOVED,
  ])
    expect([published, isShortened(published, ORIGINAL)]).toEqual([published, true]);
});

test("a text with other words, in another order or without the mark is none", () => {
  for (const published of [
    "",
    "Bilal Khan sold me wine.",
    `Bilal Khan sold me beer. ${REMOVED}`,
    `Never again. ${REMOVED} sold me wine.`,
    `${REMOVED} sold me wine. Never again.`,
    `sold me wine. ${REMOVED} Never again.`,
    `Bilal Khan sold me wine. His phone is 555 0100. Never again. ${REMOVED} Never again.`,
  ])
    expect([published, isShortened(published, ORIGINAL)]).toEqual([published, false]);
});
