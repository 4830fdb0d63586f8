import { lengthOf, minutesOf, type OpenRange } from "./times.ts";

export const WEEK_DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type WeekDay = (typeof WEEK_DAYS)[number];

export const DAY_NAMES: Readonly<Record<WeekDay, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** The hours of each day; a place is closed on a day that is missing or empty. */
export type Week = { readonly [Day in WeekDay]?: readonly OpenRange[] | undefined };

/** At least one of the three. */
export interface Hours {
  readonly week?: Week | undefined;
  /** Instead of `week` during Ramadan; a day that is missing here keeps its usual hours. */
  readonly ramadan?: Week | undefined;
  /** What times alone do not express. */
  readonly note?: string | undefined;
}

const RANGES_MAX = 6; // a day

/** The day that `mo`, `Mon` or `monday` means; null for anything else. */
export function weekDayOf(text: string): WeekDay | null {
  const typed = text.trim().toLowerCase().replace(/\.$/, "");
  if (typed.length < 2) return null;
  return WEEK_DAYS.find((day) => DAY_NAMES[day].toLowerCase().startsWith(typed)) ?? null;
}

/** The ranges in order; a sentence if two of them overlap or there are too many. */
export function dayRanges(day: WeekDay, ranges: readonly OpenRange[]): readonly OpenRange[] | string {
  if (ranges.length > RANGES_MAX) return `Hours on ${DAY_NAMES[day]} can have at most ${RANGES_MAX} times`;
  const sorted = ranges.toSorted(([a], [b]) => a.localeCompare(b, "en"));
  const overlaps = sorted.some((range, n) => {
    const next = sorted[n + 1];
    return next !== undefined && minutesOf(range[0]) + lengthOf(range) > minutesOf(next[0]);
  });
  return overlaps ? `Hours on ${DAY_NAMES[day]} overlap` : sorted;
}
