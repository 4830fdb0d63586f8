import { expect, test } from "bun:test";
import { type Box, placeToast } from "./toaster.tsx";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test("a toast is at the bottom end of the window where nothing is in its way", () => {
  expect(placeToast(DESKTOP, { width: 400, height: 80 }, [])).toEqual({ left: 1024, top: 804 });
});

test("a toast goes to another corner where an action is in the first one", () => {
  const action = box(1200, 820, 160, 44);
  const spot = placeToast(DESKTOP, { width: 400, height: 80 }, [action]);
  expect(spot).toEqual({ left: 1024, top: 16 });
});

test("a toast on a phone goes to a height between the actions where both edges hold some", () => {
  const bar = box(0, 776, 390, 68);
  const head = box(0, 0, 390, 64);
  const spot = placeToast(PHONE, { width: 358, height: 80 }, [bar, head]);
  expect(spot).toEqual({ left: 16, top: 692 });
});

test("a toast stays where it is while nothing comes under it, and moves once something does", () => {
  const now = { left: 16, top: 300 };
  const size = { width: 358, height: 80 };
  expect(placeToast(PHONE, size, [box(0, 0, 390, 64)], now)).toEqual(now);
  expect(placeToast(PHONE, size, [box(0, 320, 390, 44)], now)).toEqual({ left: 16, top: 748 });
});

test("a toast has no spot where actions leave no room for it", () => {
  const rows = Array.from({ length: 17 }, (_, n) => box(0, n * 52, 390, 44));
  expect(placeToast(PHONE, { width: 358, height: 80 }, rows)).toBeNull();
});
