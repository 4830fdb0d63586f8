import { expect, test } from "bun:test";
import { nextCase } from "./use-queue.ts";

test("after a decision comes the next in line that still waits", () => {
  expect(nextCase(["a", "b", "c"], "b", ["a", "c"])).toBe("c");
  // an approval answered the other claim of the place as well
  expect(nextCase(["a", "b", "c", "d"], "b", ["a", "d"])).toBe("d");
});

test("after the last in line comes the oldest that waits, and after all nothing", () => {
  expect(nextCase(["a", "b"], "b", ["a", "e"])).toBe("a");
  expect(nextCase(["a"], "a", [])).toBeUndefined();
});
