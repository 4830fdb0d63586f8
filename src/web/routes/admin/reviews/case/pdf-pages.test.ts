import { expect, test } from "bun:test";
import { scaleOf, withinPixels } from "./pdf-pages.tsx";

const LETTER = { width: 612, height: 792 };

test("a page is as wide as its frame, and sharp on a dense screen up to two pixels a point", () => {
  expect(scaleOf(LETTER, 612, 1)).toBe(1);
  expect(scaleOf(LETTER, 306, 2)).toBe(1);
  expect(scaleOf(LETTER, 612, 3)).toBe(2);
});

test("no shape of a page makes its canvas wider than the frame or taller than four times that", () => {
  for (const page of [
    { width: 1, height: 14_400 },
    { width: 14_400, height: 1 },
    { width: 0.001, height: 1_000_000 },
    { width: 0, height: 0 },
    { width: 200_000, height: 200_000 },
  ]) {
    const scale = scaleOf(page, 700, 2);
    const canvas = [page.width * scale, page.height * scale];
    expect([page, Number.isFinite(scale), (canvas[0] ?? 0) <= 1_400]).toEqual([page, true, true]);
    expect([page, (canvas[1] ?? 0) <= 5_600]).toEqual([page, true]);
  }
});

test("however far a document is zoomed, its pages together stay within what a browser can hold", () => {
  expect(withinPixels(1, LETTER, 3)).toBe(1);
  for (const pages of [1, 40]) {
    const scale = withinPixels(12, LETTER, pages);
    expect(pages * LETTER.width * scale * LETTER.height * scale).toBeLessThanOrEqual(60_000_001);
  }
});
