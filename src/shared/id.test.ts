import { expect, test } from "bun:test";
import { isId, orderedId, randomId } from "./id.ts";

test("an ordered id has the form of a random one and sorts after the earlier ones, also of one instant", () => {
  const at = new Date("2026-11-23T10:00:00Z");
  const ids = Array.from({ length: 100 }, () => orderedId(at));
  orderedId(new Date(0));
  ids.push(...Array.from({ length: 1000 }, () => orderedId(at)));
  const later = orderedId(new Date(at.getTime() + 1));
  expect([...ids, later].every(isId)).toBe(true);
  expect([...ids, later]).toEqual([...new Set([...ids, later])].toSorted());
  expect(isId(randomId())).toBe(true);
});
