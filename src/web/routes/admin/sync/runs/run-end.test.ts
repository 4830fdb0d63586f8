import { expect, test } from "bun:test";
import { hasRunEnded, runsIn } from "../use-sync.ts";

const idle = (last: string | null) => ({ running: undefined, last });

test("a run has ended where it was seen to run, and where another one is the last", () => {
  expect(hasRunEnded({ running: "a", last: null }, idle("a"))).toBe(true);
  expect(hasRunEnded(idle("a"), idle("b"))).toBe(true);
  expect(hasRunEnded(idle(null), idle("a"))).toBe(true);
  expect(hasRunEnded(idle("a"), { running: "b", last: "a" })).toBe(false);
  expect(hasRunEnded(runsIn(undefined), idle("a"))).toBe(false);
  expect(hasRunEnded(runsIn({ running: null, lastRun: null }), idle(null))).toBe(false);
});
