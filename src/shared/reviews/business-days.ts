import { days, hours } from "../duration.ts";

/** The pages promise "3-5 business days". */
export const REVIEW_DAYS = { from: 3, to: 5 } as const;

/** After midnight UTC: a day ends at midnight Eastern time in summer and at 11 p.m. in winter, without time zones. */
const DAY_ENDS = hours(4);

/** A calendar day as its midnight in UTC, in milliseconds, so that adding days is safe. */
type Day = number;

const MONDAY = 1;
const THURSDAY = 4;

const dayOf = (year: number, month: number, date: number): Day => Date.UTC(year, month - 1, date);
const weekdayOf = (day: Day): number => new Date(day).getUTCDay();
const isWeekend = (day: Day): boolean => weekdayOf(day) % 6 === 0;

/** The nth given weekday of a month; `n` counts from 1. */
function nth(year: number, month: number, weekday: number, n: number): Day {
  const first = dayOf(year, month, 1);
  return first + days(((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7);
}

/** The last given weekday on or before a day. */
const lastOnOrBefore = (day: Day, weekday: number): Day => day - days((weekdayOf(day) - weekday + 7) % 7);

/** Easter Sunday, by the Gregorian computus (Meeus, Jones and Butcher). */
function easter(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const sum = h + l - 7 * m + 90;
  const month = Math.floor(sum / 25);
  return dayOf(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** 5 U.S.C. 6103: a holiday on a Saturday is observed on Friday, one on a Sunday on Monday. */
function unitedStates(year: number): Day[] {
  const fixed = [
    dayOf(year, 1, 1),
    dayOf(year, 6, 19), // Juneteenth
    dayOf(year, 7, 4),
    dayOf(year, 11, 11), // Veterans Day
    dayOf(year, 12, 25),
  ].map((day) => (weekdayOf(day) === 6 ? day - days(1) : weekdayOf(day) === 0 ? day + days(1) : day));
  return [
    ...fixed,
    nth(year, 1, MONDAY, 3), // Martin Luther King
    nth(year, 2, MONDAY, 3), // Washington's Birthday
    lastOnOrBefore(dayOf(year, 5, 31), MONDAY), // Memorial Day
    nth(year, 9, MONDAY, 1), // Labor Day
    nth(year, 10, MONDAY, 2), // Columbus Day
    nth(year, 11, THURSDAY, 4), // Thanksgiving
  ];
}

/** Canada Labour Code, part III, division V: a holiday on a weekend is observed on the next working day. */
function canada(year: number): Day[] {
  const observedDays: Day[] = [
    easter(year) - days(2), // Good Friday
    lastOnOrBefore(dayOf(year, 5, 24), MONDAY), // Victoria Day
    nth(year, 9, MONDAY, 1), // Labour Day
    nth(year, 10, MONDAY, 2), // Thanksgiving
  ];
  const fixed = [
    dayOf(year, 1, 1),
    dayOf(year, 7, 1), // Canada Day
    dayOf(year, 9, 30), // Truth and Reconciliation
    dayOf(year, 11, 11), // Remembrance Day
    dayOf(year, 12, 25),
    dayOf(year, 12, 26), // Boxing Day
  ];
  for (const day of fixed) {
    let observed = day;
    while (isWeekend(observed) || observedDays.includes(observed)) observed += days(1);
    observedDays.push(observed);
  }
  return observedDays;
}

const holidays = new Map<number, ReadonlySet<Day>>();

/** Holidays that fall in a year; New Year's Day of the next one may be observed on December 31. */
function holidaysOf(year: number): ReadonlySet<Day> {
  const known = holidays.get(year);
  if (known) return known;
  const all = new Set([...unitedStates(year), ...canada(year), ...unitedStates(year + 1)]);
  holidays.set(year, all);
  return all;
}

/** Whether the day of this time is a working day in both countries. */
export const isBusinessDay = (at: Date): boolean => isWorkday(dayAt(at));

const isWorkday = (day: Day): boolean =>
  !isWeekend(day) && !holidaysOf(new Date(day).getUTCFullYear()).has(day);

const dayAt = (at: Date): Day => Math.floor((at.getTime() - DAY_ENDS) / days(1)) * days(1);

const endOf = (day: Day): Date => new Date(day + days(1) + DAY_ENDS - 1);

/** The end of the nth business day after the day of `from`, which does not count. */
export function businessDaysAfter(from: Date, n: number): Date {
  let day = dayAt(from);
  for (let left = n; left > 0; ) {
    day += days(1);
    if (isWorkday(day)) left -= 1;
  }
  return endOf(day);
}

/** The promised time of a decision on a case submitted at this time. */
export const dueBy = (submittedAt: Date): Date => businessDaysAfter(submittedAt, REVIEW_DAYS.to);

/** The inverse of `dueBy`, for a query: a case submitted before this time and undecided at `now` is late. */
export function lateBefore(now: Date): Date {
  let day = dayAt(now);
  while (businessDaysAfter(endOf(day), REVIEW_DAYS.to) >= now) day -= days(1);
  return new Date(endOf(day).getTime() + 1);
}
