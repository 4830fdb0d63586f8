import { expect, test } from "bun:test";
import { timeFilter } from "./listing.ts";

test("a time in a query must lie in the years 1 to 9999", () => {
  const since = timeFilter("since");
  for (const text of ["2026-01-31", "2026-01-31T10:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
    expect([text, since.safeParse(text).success]).toEqual([text, true]);
  expect(since.parse(undefined)).toBeUndefined();
  for (const text of [
    "-000001-01-01T00:00:00Z",
    "0000-12-31T23:59:59Z",
    "+010000-01-01T00:00:00Z",
    "soon",
    "",
  ])
    expect([text, since.safeParse(text).error?.issues[0]?.message]).toEqual([text, "since must be a time"]);
});
