import { addDays, type Day, dayIn } from "../day.ts";
import { lengthOf, minutesOf, type OpenRange } from "./times.ts";
import { type Hours, WEEK_DAYS, type WeekDay } from "./week.ts";

const MINUTES_A_DAY = 24 * 60;
const DAYS_AHEAD = 8; // a week, and the rest of today

export interface LocalTime {
  readonly on: Day;
  /** `HH:MM`. */
  readonly at: string;
}

export interface OpenNow {
  readonly isOpen: boolean;
  /** When it closes; null if it is closed, or does not close within a week. */
  readonly closes: LocalTime | null;
  /** When it opens next; null if it is open, or does not open within a week. */
  readonly opens: LocalTime | null;
}

const RAMADAN = 9; // the month
let calendar: Intl.DateTimeFormat | undefined; // the first one of a process loads the languages, which takes 20 ms

/** Whether a day is in Ramadan, by the calendar of Umm al-Qura; where the moon is sighted it can differ by a day. */
export function isRamadan(day: Day): boolean {
  calendar ??= new Intl.DateTimeFormat("en-u-ca-islamic-umalqura", { month: "numeric", timeZone: "UTC" });
  const parts = calendar.formatToParts(new Date(`${day}T12:00:00Z`));
  return Number(parts.find(({ type }) => type === "month")?.value) === RAMADAN;
}

export const weekDayOn = (day: Day): WeekDay =>
  WEEK_DAYS[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? "mon";

/** The hours of a calendar day; those of Ramadan where the place has some. */
export function hoursOn(hours: Hours, day: Day): readonly OpenRange[] {
  const weekDay = weekDayOn(day);
  const ramadan = isRamadan(day) ? hours.ramadan?.[weekDay] : undefined;
  return ramadan ?? hours.week?.[weekDay] ?? [];
}

/** The wall clock in a time zone. */
export function localTime(timeZone: string, at: Date): LocalTime {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return { on: dayIn(timeZone, at), at: clock.format(at) };
}

/**
 * Whether a place is open at a local time. Hours are times of the wall clock, so that a change of the clock needs no rule.
 * Null if the hours say nothing of that day but a note.
 */
export function openNow(hours: Hours, now: LocalTime): OpenNow | null {
  if (!hours.week && !(hours.ramadan && isRamadan(now.on))) return null;
  const minute = minutesOf(now.at);
  const ranges = rangesAround(hours, now.on);
  const open = ranges.find(({ from, to }) => from <= minute && minute < to);
  if (!open) {
    const next = ranges.find(({ from }) => from > minute);
    return { isOpen: false, closes: null, opens: next ? timeAt(now.on, next.from) : null };
  }
  const end = endOf(open.to, ranges);
  const isAlways = end >= (DAYS_AHEAD - 1) * MINUTES_A_DAY;
  return { isOpen: true, closes: isAlways ? null : timeAt(now.on, end), opens: null };
}

interface Stretch {
  /** Minutes since the midnight at which the day began. */
  readonly from: number;
  readonly to: number;
}

/** From yesterday, whose hours can last past midnight, in order. */
function rangesAround(hours: Hours, today: Day): readonly Stretch[] {
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, n) => n - 1);
  return days
    .flatMap((offset) =>
      hoursOn(hours, addDays(today, offset)).map((range) => {
        const from = offset * MINUTES_A_DAY + minutesOf(range[0]);
        return { from, to: from + lengthOf(range) };
      }),
    )
    .sort((a, b) => a.from - b.from);
}

/** The end of a stretch and of all that follow without a gap. */
function endOf(to: number, ranges: readonly Stretch[]): number {
  const next = ranges.find((each) => each.from <= to && each.to > to);
  return next ? endOf(next.to, ranges) : to;
}

function timeAt(day: Day, minute: number): LocalTime {
  const rest = minute % MINUTES_A_DAY;
  const [hours, minutes] = [Math.floor(rest / 60), rest % 60].map((n) => String(n).padStart(2, "0"));
  return { on: addDays(day, Math.floor(minute / MINUTES_A_DAY)), at: `${hours}:${minutes}` };
}
