import { expect, test } from "bun:test";
import {
  bunCounts,
  failureLinesIn,
  flakyLinesIn,
  playwrightCounts,
  skipLinesIn,
  suiteCounts,
  sumOf,
} from "./test-report.ts";

test("the counts of every kind of runner are read from its output", () => {
  expect(bunCounts(" 12 pass\n 1 skip\n 2 fail\n 1 error\n")).toEqual({ passed: 12, failed: 3, skipped: 1 });
  expect(playwrightCounts("  1 failed\n  1 flaky\n  2 skipped\n  30 passed (2.0m)\n")).toEqual({
    passed: 31,
    failed: 1,
    skipped: 2,
  });
  expect(suiteCounts("5 passed, 1 failed, 2 skipped\n")).toEqual({ passed: 5, failed: 1, skipped: 2 });
});

test("a browser test that passed only the second time is named", () => {
  const output = "  1 flaky\n    e2e/browser/toast.e2e.ts:9:1 › a toast \n  448 passed (7.8m)\n";
  expect(flakyLinesIn(output)).toEqual([
    "passed only the second time: e2e/browser/toast.e2e.ts:9:1 › a toast",
  ]);
  expect(flakyLinesIn("  448 passed (7.8m)\n")).toEqual([]);
});

test("the totals add up every part", () => {
  const part = { passed: 1, failed: 2, skipped: 3 };
  expect(sumOf([part, part])).toEqual({ passed: 2, failed: 4, skipped: 6 });
});

test("the lines that name a skip and its reason are found", () => {
  const output =
    "(pass) a\n(skip) b\nskipped: b: PostgreSQL is not installed\n  -  3 c.e2e.ts:1:1 › d\n  ok 4 e";
  expect(skipLinesIn(output)).toEqual([
    "(skip) b",
    "skipped: b: PostgreSQL is not installed",
    "  -  3 c.e2e.ts:1:1 › d",
  ]);
});

test("the lines that name a failure are found", () => {
  const bun = "(fail) a > b [2.00ms]\n(pass) c\n";
  const playwright = "  ✘  12 c.e2e.ts:1:1 › d (1.0s)\n  ✓  13 c.e2e.ts:2:1 › e (1.0s)\n";
  const suite = "  one row for each person          FAILED 2\n  all answered          ok     50 x 201\n";
  expect(failureLinesIn(bun + playwright + suite)).toEqual([
    "(fail) a > b [2.00ms]",
    "  ✘  12 c.e2e.ts:1:1 › d (1.0s)",
    "  one row for each person          FAILED 2",
  ]);
});
