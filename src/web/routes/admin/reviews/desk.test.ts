import { expect, test } from "bun:test";
import { nextCase } from "./page.tsx";

test("after a decision the next pending case opens", () => {
  expect(nextCase(["a", "b", "c"], "b", ["a", "c"])).toBe("c");
  // an approval answered the other claim of the place as well
  expect(nextCase(["a", "b", "c", "d"], "b", ["a", "d"])).toBe("d");
});

test("after the last case the first pending one opens, and none when the queue is empty", () => {
  expect(nextCase(["a", "b"], "b", ["a", "e"])).toBe("a");
  expect(nextCase(["a"], "a", [])).toBeUndefined();
});
