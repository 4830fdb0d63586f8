import type { Day } from "../../../shared/places/days.ts";
import {
  type Hours,
  type OpenRange,
  type SpecialDays,
  WEEK_DAYS,
  type Week,
  type WeekDay,
} from "../../../shared/places/hours.ts";
import { EIDS, type Eid } from "../../../shared/places/islamic-calendar.ts";

/** `unknown`: nothing is said about the day. `usual`: as if the day had no hours of its own. */
export type DayMode = "unknown" | "usual" | "open" | "all" | "closed";

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

/** Special days as they are typed; empty texts where no day is chosen. */
export interface TypedSpecial {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly hours: TypedDay;
}

export interface TypedHours {
  readonly week: TypedWeek;
  readonly ramadan: TypedWeek;
  readonly eids: Readonly<Record<Eid, TypedDay>>;
  readonly special: readonly TypedSpecial[];
}

const EMPTY: TypedRange = { opens: "", closes: "" };
const ALL_DAY = ["00:00", "24:00"] as const;

/** A time field has no 24:00. */
const typedTime = (time: string): string => (time === "24:00" ? "00:00" : time);

/** Hours in a form; special days that are over are left out. */
export function typedHours(
  { week, unspecified = [], ramadan, eids, special = [] }: Hours,
  today: Day,
): TypedHours {
  return {
    week: typedWeek(week, (day) => (week && !unspecified.includes(day) ? "closed" : "unknown")),
    ramadan: typedWeek(ramadan, () => "usual"),
    eids: { fitr: typedDay(eids?.fitr, "usual"), adha: typedDay(eids?.adha, "usual") },
    special: special
      .filter(({ to }) => to >= today)
      .map(({ from, to, ranges }) => ({ key: from, from, to, hours: typedDay(ranges, "closed") })),
  };
}

function typedWeek(week: Week | undefined, missing: (day: WeekDay) => DayMode): TypedWeek {
  const typed = (day: WeekDay) => typedDay(week?.[day], missing(day));
  return {
    mon: typed("mon"),
    tue: typed("tue"),
    wed: typed("wed"),
    thu: typed("thu"),
    fri: typed("fri"),
    sat: typed("sat"),
    sun: typed("sun"),
  };
}

function typedDay(ranges: readonly OpenRange[] | undefined, missing: DayMode): TypedDay {
  if (!ranges) return { mode: missing, ranges: [EMPTY] };
  if (ranges.length === 0) return { mode: "closed", ranges: [EMPTY] };
  const [opens, closes] = ranges[0] ?? ALL_DAY;
  if (opens === ALL_DAY[0] && closes === ALL_DAY[1]) return { mode: "all", ranges: [EMPTY] };
  return {
    mode: "open",
    ranges: ranges.map(([from, to]) => ({ opens: typedTime(from), closes: typedTime(to) })),
  };
}

export const newSpecial = (today: Day): TypedSpecial => ({
  key: crypto.randomUUID(),
  from: today,
  to: today,
  hours: { mode: "closed", ranges: [EMPTY] },
});

type SentDay = readonly OpenRange[];
type SentWeek = Partial<Record<WeekDay, SentDay>>;

/** Null if nothing is said. */
function sentDay({ mode, ranges }: TypedDay): SentDay | null {
  if (mode === "all") return [ALL_DAY];
  if (mode === "closed") return [];
  if (mode !== "open") return null;
  const filled = ranges.filter(({ opens, closes }, n) => n === 0 || opens !== "" || closes !== "");
  return filled.map(({ opens, closes }) => [opens, closes]);
}

/** Null if no day has hours. A day that was saved as closed without being named stays so. */
function sentWeek(typed: TypedWeek, saved: Hours | undefined): SentWeek | null {
  const days = WEEK_DAYS.flatMap((day) => {
    const sent = sentDay(typed[day]);
    const wasImplied = saved?.week && !saved.week[day] && !saved.unspecified?.includes(day);
    return sent === null || (typed[day].mode === "closed" && wasImplied) ? [] : [[day, sent] as const];
  });
  return days.length === 0 ? null : Object.fromEntries(days);
}

/** The hours that the form sends; null if nothing is left of them. */
export function sentHours(typed: TypedHours, note: string, saved: Hours | undefined) {
  const week = sentWeek(typed.week, saved);
  const eids = EIDS.flatMap((eid) => {
    const sent = sentDay(typed.eids[eid]);
    return sent === null ? [] : [[eid, sent] as const];
  });
  const special: SpecialDays[] = typed.special.map(({ from, to, hours }) => ({
    from,
    to: to || from,
    ranges: sentDay(hours) ?? [],
  }));
  const parts = {
    week,
    unspecified: week && WEEK_DAYS.filter((day) => typed.week[day].mode === "unknown"),
    ramadan: sentWeek(typed.ramadan, undefined),
    eids: eids.length === 0 ? null : Object.fromEntries(eids),
    special: special.length === 0 ? null : special,
    note: note.trim(),
  };
  return parts.week || parts.ramadan || parts.eids || parts.special || parts.note ? parts : null;
}

export const withMode = (day: TypedDay, mode: DayMode): TypedDay => ({ ...day, mode });
export const withRange = (day: TypedDay, nth: number, change: Partial<TypedRange>): TypedDay => ({
  ...day,
  ranges: day.ranges.map((range, n) => (n === nth ? { ...range, ...change } : range)),
});
export const withMore = (day: TypedDay): TypedDay => ({ ...day, ranges: [...day.ranges, EMPTY] });
