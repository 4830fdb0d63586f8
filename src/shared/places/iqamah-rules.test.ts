import { describe, expect, test } from "bun:test";
import { type IqamahRule, jumuahText, minutesAfter, readRule, ruleCode, ruleText } from "./iqamah-rules.ts";

const RULES: readonly (readonly [IqamahRule, code: string, text: string])[] = [
  [{ kind: "fixed", time: "13:30" }, "fixed 13:30", "at 1:30 PM"],
  [{ kind: "after", minutes: 10 }, "adhan + 10", "10 minutes after the adhan"],
  [{ kind: "after", minutes: 1 }, "adhan + 1", "1 minute after the adhan"],
  [{ kind: "after", minutes: 0 }, "adhan + 0", "at the adhan"],
  [{ kind: "rounded", every: 15, after: 0 }, "every 15 minutes, rounded up", "every 15 minutes, rounded up"],
  [
    { kind: "rounded", every: 5, after: 10 },
    "adhan + 10, every 5 minutes, rounded up",
    "every 5 minutes, rounded up, 10 minutes after the adhan or later",
  ],
];

describe("a rule of iqamah", () => {
  test("is written so that it is read as the same rule, and has words for people", () => {
    for (const [rule, code, text] of RULES)
      expect([readRule(code), ruleCode(rule), ruleText(rule)]).toEqual([rule, code, text]);
  });

  test("is read as people write it", () => {
    const fixed = { kind: "fixed", time: "13:30" } as const;
    for (const text of ["13:30", "1:30 PM", "fixed 1:30pm", "at 13:30", "Fixed at 13.30"])
      expect([text, readRule(text)]).toEqual([text, fixed]);
    for (const text of ["+10", "adhan+10", "Athan plus 10 minutes", "azan + 10 min"])
      expect([text, readRule(text)]).toEqual([text, { kind: "after", minutes: 10 }]);
    for (const text of ["every 15", "every 15 min", "Every 15 minutes rounded up"])
      expect([text, readRule(text)]).toEqual([text, { kind: "rounded", every: 15, after: 0 }]);
  });

  test("is none if it is anything else, or beyond what a congregation can mean", () => {
    const none = [
      "",
      "noon",
      "25:00",
      "1",
      "adhan - 10",
      "adhan + 181",
      "every 7 minutes",
      "every 0 minutes",
    ];
    for (const text of [...none, "fixed 13:30 and 14:30", "adhan", `${"+ ".repeat(5_000)}1`])
      expect([text, readRule(text)]).toEqual([text, null]);
  });

  test("says how many minutes after the adhan it begins, and a rounded time is never before it", () => {
    const rounded = (every: 5 | 15 | 60, after: number, adhan: string) =>
      minutesAfter({ kind: "rounded", every, after }, adhan);
    expect([rounded(15, 0, "13:16"), rounded(15, 0, "13:15"), rounded(15, 10, "13:16")]).toEqual([14, 0, 14]);
    expect([rounded(5, 10, "13:16"), rounded(60, 0, "23:20")]).toEqual([14, 40]);
    expect(minutesAfter({ kind: "after", minutes: 10 }, "13:16")).toBe(10);
    expect(minutesAfter({ kind: "fixed", time: "13:30" }, "13:16")).toBeNull();
  });
});

test("a Friday prayer is named with its hall and its language, as far as they are said", () => {
  expect(jumuahText({ time: "13:15", hall: "Main hall", language: "English" })).toBe(
    "1:15 PM, Main hall, English",
  );
  expect(jumuahText({ time: "13:00", hall: "", language: "" })).toBe("1 PM");
});
