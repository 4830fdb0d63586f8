import { expect, test } from "bun:test";
import { clampZoom, keptMiddle, turned, wheeled, ZOOM_MAX, zoomedIn, zoomedOut } from "./evidence.tsx";

test("zooming in and out again ends where it began, within the limits", () => {
  expect(zoomedOut(zoomedIn(1))).toBe(1);
  expect([zoomedOut(1), zoomedIn(ZOOM_MAX), clampZoom(99)]).toEqual([1, ZOOM_MAX, ZOOM_MAX]);
});

test("a wheel that is turned away from the user zooms in", () => {
  expect([wheeled(1, -240), wheeled(2, 240), wheeled(1, 100)]).toEqual([2, 1, 1]);
});

test("the middle of what is shown stays in the middle", () => {
  expect(keptMiddle(0, 400, 2)).toBe(200);
  expect(keptMiddle(keptMiddle(100, 400, 2), 400, 0.5)).toBe(100);
});

test("four quarter turns are none", () => {
  expect([turned(0), turned(270)]).toEqual([90, 0]);
});
