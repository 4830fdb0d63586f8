import { expect, test } from "bun:test";
import { nextCase } from "./queue.tsx";
import { type Line, mergeByDecisionTime } from "./queue-rows.ts";

const at = (hour: number): Line => ({
  kind: "claim",
  id: String(hour),
  name: "Zaytoun",
  partnerName: "Zaytoun Foods",
  where: "",
  submittedAt: new Date(0),
  dueBy: new Date(0),
  late: false,
  files: 0,
  rivals: 0,
  decided: { status: "approved", at: new Date(hour * 3_600_000), by: "amina" },
});

const ids = (lines: readonly Line[]) => lines.map(({ id }) => id);

test("lists of decisions are merged, newest first", () => {
  const one = { lines: [at(9), at(4)], more: false };
  const other = { lines: [at(7), at(1)], more: false };
  expect(ids(mergeByDecisionTime([one, other]))).toEqual(["9", "7", "4", "1"]);
});

test("a decision is not shown before older pages of another list could precede it", () => {
  const read = { lines: [at(9), at(2)], more: false };
  const unread = { lines: [at(8), at(6)], more: true };
  expect(ids(mergeByDecisionTime([read, unread]))).toEqual(["9", "8", "6"]);
});
test("after a decision the next pending case opens", () => {
  expect(nextCase(["a", "b", "c"], "b", ["a", "c"])).toBe("c");
  // an approval answered the other claim of the place as well
  expect(nextCase(["a", "b", "c", "d"], "b", ["a", "d"])).toBe("d");
});

test("after the last case the oldest pending one opens, and none when the queue is empty", () => {
  expect(nextCase(["a", "b"], "b", ["a", "e"])).toBe("a");
  expect(nextCase(["a"], "a", [])).toBeUndefined();
});
