import { expect, test } from "bun:test";
import { days, hours } from "../duration.ts";
import { businessDaysAfter, dueBy, isBusinessDay, lateBefore } from "./business-days.ts";

const noon = (day: string): Date => new Date(`${day}T17:00:00Z`);
const dateOf = (end: Date): string => new Date(end.getTime() - hours(4)).toISOString().slice(0, 10);
const closed = (all: readonly string[]): readonly string[] => all.filter((day) => !isBusinessDay(noon(day)));

// from the calendars that opm.gov and canada.ca publish
const UNITED_STATES = [
  ..."2023-01-02 2023-01-16 2023-02-20 2023-05-29 2023-06-19 2023-07-04 2023-09-04 2023-10-09 2023-11-10 2023-11-23 2023-12-25".split(
    " ",
  ),
  ..."2024-01-01 2024-01-15 2024-02-19 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-10-14 2024-11-11 2024-11-28 2024-12-25".split(
    " ",
  ),
  ..."2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25".split(
    " ",
  ),
  "2021-12-31", // New Year's Day of 2022
];
const CANADA = [
  ..."2023-04-07 2023-05-22 2023-07-03 2023-09-04 2023-10-02 2023-10-09 2023-11-13 2023-12-25 2023-12-26".split(
    " ",
  ),
  ..."2025-04-18 2025-05-19 2025-07-01 2025-09-01 2025-09-30 2025-10-13 2025-11-11 2025-12-25 2025-12-26".split(
    " ",
  ),
  ..."2027-03-26 2027-05-24 2027-07-01 2027-12-27 2027-12-28".split(" "),
];

test("federal holidays of the United States and of Canada are not business days", () => {
  expect(closed(UNITED_STATES)).toEqual(UNITED_STATES);
  expect(closed(CANADA)).toEqual(CANADA);
});

test("ordinary weekdays next to a holiday are business days", () => {
  expect(
    closed(["2026-07-02", "2026-07-06", "2024-12-27", "2025-04-17", "2027-12-29", "2023-01-03"]),
  ).toEqual([]);
});

test("Easter is on the Sunday that the churches publish, over a century", () => {
  const goodFridays = ["1999-04-02", "2000-04-21", "2008-03-21", "2038-04-23", "2076-04-17", "2099-04-10"];
  expect(closed(goodFridays)).toEqual(goodFridays);
});

test("each year has between 243 and 253 business days", () => {
  const counts = Array.from({ length: 60 }, (_, index) => {
    const year = 2000 + index;
    const first = Date.UTC(year, 0, 1, 12);
    return Array.from({ length: 366 }, (_, day) => new Date(first + days(day))).filter(
      (at) => at.getUTCFullYear() === year && isBusinessDay(at),
    ).length;
  });
  expect([Math.min(...counts) >= 243, Math.max(...counts) <= 253]).toEqual([true, true]);
});

test("the promised time counts from the next day and skips weekends and holidays", () => {
  expect(dateOf(dueBy(noon("2026-03-02")))).toBe("2026-03-09"); // a Monday
  expect(dateOf(dueBy(noon("2026-03-06")))).toBe("2026-03-13"); // a Friday
  expect(dateOf(dueBy(noon("2026-03-07")))).toBe("2026-03-13"); // a Saturday
  expect(dateOf(dueBy(noon("2026-12-23")))).toBe("2027-01-04"); // Christmas, Boxing Day observed on Monday, New Year
  expect(dateOf(businessDaysAfter(noon("2026-03-02"), 3))).toBe("2026-03-05");
});

test("an evening in Eastern time still belongs to its day", () => {
  expect(dateOf(dueBy(new Date("2026-07-14T03:00:00Z")))).toBe(dateOf(dueBy(noon("2026-07-13"))));
});

test("a case is late exactly when its promised time has passed, hour by hour over two years", () => {
  const wrong: string[] = [];
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += hours(7)) {
    const now = new Date(at);
    const border = lateBefore(now);
    const before = dueBy(new Date(border.getTime() - 1)) < now;
    const after = dueBy(border) < now;
    if (!before || after) wrong.push(now.toISOString());
  }
  expect(wrong).toEqual([]);
});
