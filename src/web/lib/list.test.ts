import { expect, test } from "bun:test";
import { type PagePosition, pageInput, pageSteps, type Step, type Trail } from "./list.ts";

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

test("the page before one that was opened from a copied URL is read by its number", () => {
  const third = at({ cursor: "b", depth: 2 }, [], "c", 10);
  expect([third.toPrevious, third.toFirst]).toEqual([
    { position: { depth: 1 }, trail: [] },
    { position: {}, trail: [] },
  ]);
});

test("a page is opened by its number, and its neighbors from there", () => {
  const { page, pages, toPage } = at({}, [], "a");
  expect([page, pages, toPage(1)]).toEqual([1, 3, { position: {}, trail: [] }]);
  const third = follow(toPage(3), null, 10);
  expect([third.page, third.first, third.last, third.toNext]).toEqual([3, 51, 60, null]);
  const second = follow(third.toPrevious, "b");
  expect([second.page, second.first, second.toPrevious]).toEqual([2, 26, { position: {}, trail: [] }]);
  const again = follow(second.toNext, null, 10);
  expect([again.page, again.toPrevious]).toEqual([3, { position: { depth: 1 }, trail: [] }]);
  const fromEnd = follow(second.toLast, "y");
  expect([fromEnd.page, follow(fromEnd.toPrevious, "x").page]).toEqual([3, 2]);
});

test("the server is asked for a page by its cursor, or else by its number", () => {
  expect(pageInput({})).toEqual({ cursor: undefined });
  expect(pageInput({ cursor: "b", depth: 2 })).toEqual({ cursor: "b" });
  expect(pageInput({ depth: 2 })).toEqual({ page: 3 });
});

test("the last page of a list that cannot be read backwards is opened by its number, where that is known", () => {
  const shown = { count: SIZE, total: 60, next: "a" };
  expect(pageSteps({}, [], shown, SIZE, false).toLast).toEqual({ position: { depth: 2 }, trail: [] });
  expect(pageSteps({}, [], { ...shown, totalIsMore: true }, SIZE, false).toLast).toBeNull();
});
