import { expect, test } from "bun:test";
import { type PagePlace, type Step, type Trail, waysOn } from "./paging.ts";

const SIZE = 25;
const at = (place: PagePlace, trail: Trail, next: string | null, count = SIZE) =>
  waysOn(place, trail, { count, total: 60, next }, SIZE, true);
const follow = (step: Step | null, next: string | null, count = SIZE) => {
  if (!step) throw new Error("There is no such step");
  return at(step.place, step.trail, next, count);
};

test("pages lead on to the last and back to the first", () => {
  const first = at({}, [], "a");
  expect([first.first, first.last, first.toFirst, first.toPrevious]).toEqual([1, 25, null, null]);
  const second = follow(first.toNext, "b");
  const third = follow(second.toNext, null, 10);
  expect([third.first, third.last, third.toNext, third.toLast]).toEqual([51, 60, null, null]);
  expect(third.toPrevious).toEqual({ place: { cursor: "a", depth: 1 }, trail: [] });
  expect(follow(third.toPrevious, "b").toPrevious).toEqual({ place: {}, trail: [] });
});

test("from the end the list is walked the other way", () => {
  const last = follow(at({}, [], "a").toLast, "y");
  expect([last.first, last.last, last.toNext, last.toLast]).toEqual([36, 60, null, null]);
  const before = follow(last.toPrevious, "x");
  expect([before.first, before.last]).toEqual([11, 35]);
  expect(before.toNext).toEqual({ place: { end: true }, trail: [] });
  const start = follow(before.toPrevious, null, 10);
  expect([start.first, start.last, start.toFirst, start.toPrevious]).toEqual([1, 10, null, null]);
});

test("a copied address leads on, but does not invent a way back", () => {
  const third = at({ cursor: "b", depth: 2 }, [], "c", 10);
  expect([third.toPrevious, third.toFirst]).toEqual([null, { place: {}, trail: [] }]);
});

test("a list that cannot be asked backwards has no last page to go to", () => {
  expect(waysOn({}, [], { count: SIZE, total: 60, next: "a" }, SIZE, false).toLast).toBeNull();
});
