import { expect, test } from "bun:test";
import { changesOf } from "./audit.tsx";

test("only what changed is shown, and what came or went", () => {
  expect(
    changesOf({ role: "admin", isActive: true, city: "" }, { role: "super_admin", isActive: true }),
  ).toEqual([{ key: "role", before: "admin", after: "super_admin" }]);
  expect(changesOf(null, { username: "amina" })).toEqual([{ key: "username", before: null, after: "amina" }]);
  expect(changesOf({ answered: false }, null)).toEqual([{ key: "answered", before: "no", after: null }]);
  expect(changesOf(null, null)).toEqual([]);
});
