import { expect, test } from "bun:test";
import { type PagePosition, pageSteps, type Step, type Trail } from "./paging.ts";

const SIZE = 25;
const at = (position: PagePosition, trail: Trail, next: string | null, count = SIZE) =>
  pageSteps(position, trail, { count, total: 60, next }, SIZE, true);
const follow = (step: Step | null, next: string | null, count = SIZE) => {
  if (!step) throw new Error("There is no such step");
  return at(step.position, step.trail, next, count);
};

test("a list is paged to its last page and back to its first", () => {
  const first = at({}, [], "a");
  expect([first.first, first.last, first.toFirst, first.toPrevious]).toEqual([1, 25, null, null]);
  const second = follow(first.toNext, "b");
  const third = follow(second.toNext, null, 10);
  expect([third.first, third.last, third.toNext, third.toLast]).toEqual([51, 60, null, null]);
  expect(third.toPrevious).toEqual({ position: { cursor: "a", depth: 1 }, trail: [] });
  expect(follow(third.toPrevious, "b").toPrevious).toEqual({ position: {}, trail: [] });
});

test("from its end a list is paged backwards", () => {
  const last = follow(at({}, [], "a").toLast, "y");
  expect([last.first, last.last, last.toNext, last.toLast]).toEqual([36, 60, null, null]);
  const before = follow(last.toPrevious, "x");
  expect([before.first, before.last]).toEqual([11, 35]);
  expect(before.toNext).toEqual({ position: { end: true }, trail: [] });
  const start = follow(before.toPrevious, null, 10);
  expect([start.first, start.last, start.toFirst, start.toPrevious]).toEqual([1, 10, null, null]);
});

test("a page opened from a copied URL has a next page but no previous one", () => {
  const third = at({ cursor: "b", depth: 2 }, [], "c", 10);
  expect([third.toPrevious, third.toFirst]).toEqual([null, { position: {}, trail: [] }]);
});

test("a list that cannot be read backwards offers no last page", () => {
  expect(pageSteps({}, [], { count: SIZE, total: 60, next: "a" }, SIZE, false).toLast).toBeNull();
});
