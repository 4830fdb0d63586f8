import { type Hours, WEEK_DAYS, type Week, type WeekDay } from "../../../shared/places/hours.ts";

/** `usual`: closed in an ordinary week, and the ordinary hours in Ramadan. */
export type DayMode = "usual" | "open" | "all" | "closed";

export interface TypedRange {
  readonly opens: string;
  readonly closes: string;
}

/** A day as it is typed. */
export interface TypedDay {
  readonly mode: DayMode;
  /** One at least, which can be empty. */
  readonly ranges: readonly TypedRange[];
}

export type TypedWeek = Readonly<Record<WeekDay, TypedDay>>;

const EMPTY: TypedRange = { opens: "", closes: "" };
const ALL_DAY = ["00:00", "24:00"] as const;

/** A time field has no 24:00. */
const typedTime = (time: string): string => (time === "24:00" ? "00:00" : time);

/** The week of a form. `closed` is what a day without any hours is called. */
export const typedWeek = (week: Week | undefined, closed: "usual" | "closed"): TypedWeek => ({
  mon: typedDay(week?.mon, closed),
  tue: typedDay(week?.tue, closed),
  wed: typedDay(week?.wed, closed),
  thu: typedDay(week?.thu, closed),
  fri: typedDay(week?.fri, closed),
  sat: typedDay(week?.sat, closed),
  sun: typedDay(week?.sun, closed),
});

function typedDay(ranges: Week[WeekDay], closed: DayMode): TypedDay {
  if (!ranges) return { mode: "usual", ranges: [EMPTY] };
  if (ranges.length === 0) return { mode: closed, ranges: [EMPTY] };
  const [opens, closes] = ranges[0] ?? ALL_DAY;
  if (opens === ALL_DAY[0] && closes === ALL_DAY[1]) return { mode: "all", ranges: [EMPTY] };
  return {
    mode: "open",
    ranges: ranges.map(([from, to]) => ({ opens: typedTime(from), closes: typedTime(to) })),
  };
}

type SentDay = readonly (readonly [string, string])[];
export type SentWeek = Partial<Record<WeekDay, SentDay>>;

/** What the form sends; null if no day has hours. A day that was saved as closed stays so. */
export function sentWeek(typed: TypedWeek, saved: Week | undefined): SentWeek | null {
  const days = WEEK_DAYS.flatMap((day) => {
    const ranges = sentDay(typed[day], saved?.[day]);
    return ranges === null ? [] : [[day, ranges] as const];
  });
  return days.length === 0 ? null : Object.fromEntries(days);
}

function sentDay({ mode, ranges }: TypedDay, saved: Week[WeekDay]): SentDay | null {
  if (mode === "all") return [ALL_DAY];
  if (mode === "closed") return [];
  if (mode === "usual") return saved?.length === 0 ? [] : null;
  const filled = ranges.filter(({ opens, closes }, n) => n === 0 || opens !== "" || closes !== "");
  return filled.map(({ opens, closes }) => [opens, closes]);
}

/** The hours that the form sends; null if nothing is left of them. */
export function sentHours(week: TypedWeek, ramadan: TypedWeek, note: string, saved: Hours | undefined) {
  const parts = {
    week: sentWeek(week, saved?.week),
    ramadan: sentWeek(ramadan, undefined),
    note: note.trim(),
  };
  return parts.week || parts.ramadan || parts.note ? parts : null;
}

export const withMode = (day: TypedDay, mode: DayMode): TypedDay => ({ ...day, mode });
export const withRange = (day: TypedDay, nth: number, change: Partial<TypedRange>): TypedDay => ({
  ...day,
  ranges: day.ranges.map((range, n) => (n === nth ? { ...range, ...change } : range)),
});
export const withMore = (day: TypedDay): TypedDay => ({ ...day, ranges: [...day.ranges, EMPTY] });
