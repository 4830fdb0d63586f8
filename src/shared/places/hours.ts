import { addDays, type Day, dayIn } from "./days.ts";
import { type Eid, eidOn, isRamadan } from "./islamic-calendar.ts";

const MINUTES_A_DAY = 24 * 60;
const TIME = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i;
const SEPARATOR = /\s*(?:-|–|—|\bto\b|\buntil\b)\s*/i;

/**
 * From opening to closing, each `HH:MM`. One that closes at or before its opening closes on the next day; `24:00` is the
 * end of the day.
 */
export type OpenRange = readonly [opens: string, closes: string];

/** Minutes since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** How many minutes a range lasts. */
export function lengthOf([opens, closes]: OpenRange): number {
  const length = minutesOf(closes) - minutesOf(opens);
  return length > 0 ? length : length + MINUTES_A_DAY;
}

/** `HH:MM` from `9:00`, `09:00`, `9 am` or `1:15 PM`; null for anything else. An hour alone could be either half of the day. */
export function readTime(text: string, latest = "23:59"): string | null {
  const [, hours, minutes, half] = TIME.exec(text.trim()) ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined)) return null;
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half);
  if (hour === null || Number(minutes ?? 0) > 59) return null;
  const time = `${String(hour).padStart(2, "0")}:${minutes ?? "00"}`;
  return time <= latest ? time : null;
}

function hourOf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/** `11:00-22:00`, `5 PM to 2 AM`, `11-3 pm`; null for anything else. OpenStreetMap also writes 2 AM as `26:00`. */
export function readRange(text: string): OpenRange | null {
  const [from, to, ...rest] = text.trim().split(SEPARATOR);
  return from === undefined || to === undefined || rest.length > 0 ? null : rangeOf(withHalf(from, to), to);
}

/** The hour with the half of the day in which it comes before `to`, if only that says its half: `12-9 pm`, `11-3 pm`. */
function withHalf(from: string, to: string): string {
  const hour = /^\d{1,2}$/.test(from) ? Number(from) : 0;
  const [, end, minutes = 0, half] = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap])\.?m?\.?$/i.exec(to) ?? [];
  if (hour < 1 || hour > 12 || half === undefined) return from;
  const isBefore = (hour % 12) * 60 < (Number(end) % 12) * 60 + Number(minutes);
  return `${from}${isBefore === (half.toLowerCase() === "p") ? "pm" : "am"}`;
}

/** Null unless both are times and differ. */
export function rangeOf(from: string, to: string): OpenRange | null {
  const opens = readTime(from);
  const closes = readTime(to, "36:00");
  if (opens === null || closes === null) return null;
  if (closes === "00:00") return [opens, "24:00"];
  if (opens === closes) return null;
  if (closes <= "24:00") return [opens, closes];
  const nextDay = `${String(Number(closes.slice(0, 2)) - 24).padStart(2, "0")}${closes.slice(2)}`;
  return nextDay < opens ? [opens, nextDay] : null;
}

/** `10 PM`, `1:15 PM`, `noon`, `midnight`. */
export function timeText(time: string): string {
  const [hour, minutes] = [Number(time.slice(0, 2)) % 24, time.slice(3)];
  if (minutes === "00" && hour % 12 === 0) return hour === 0 ? "midnight" : "noon";
  return `${hour % 12 || 12}${minutes === "00" ? "" : `:${minutes}`} ${hour < 12 ? "AM" : "PM"}`;
}

/** `11 AM to 10 PM`. */
export const rangeText = ([opens, closes]: OpenRange): string =>
  opens === "00:00" && closes === "24:00" ? "Open 24 hours" : `${timeText(opens)} to ${timeText(closes)}`;

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

/** The hours of each day; a place is closed on a day that is empty, or missing and not among the unspecified ones. */
export type Week = { readonly [Day in WeekDay]?: readonly OpenRange[] | undefined };

/** From a day until another one, both included; without hours the place is closed. */
export interface SpecialDays {
  readonly from: Day;
  readonly to: Day;
  readonly ranges: readonly OpenRange[];
}

/** At least one of them besides the unspecified days. Special days come before feasts, those before Ramadan. */
export interface Hours {
  readonly week?: Week | undefined;
  /** Days of `week` of which nothing is known. */
  readonly unspecified?: readonly WeekDay[] | undefined;
  /** Instead of `week` during Ramadan; a day that is missing here keeps its usual hours. */
  readonly ramadan?: Week | undefined;
  /** On the first day of each feast. */
  readonly eids?: { readonly [Feast in Eid]?: readonly OpenRange[] | undefined } | undefined;
  readonly special?: readonly SpecialDays[] | undefined;
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

/** The ranges of a day in order; a sentence if two of them overlap or there are too many. */
export function dayRanges(name: string, ranges: readonly OpenRange[]): readonly OpenRange[] | string {
  if (ranges.length > RANGES_MAX) return `Hours on ${name} can have at most ${RANGES_MAX} times`;
  const sorted = ranges.toSorted(([a], [b]) => a.localeCompare(b, "en"));
  const overlaps = sorted.some((range, n) => {
    const next = sorted[n + 1];
    return next !== undefined && minutesOf(range[0]) + lengthOf(range) > minutesOf(next[0]);
  });
  return overlaps ? `Hours on ${name} overlap` : sorted;
}

const RULE = /^(?<days>[a-z][a-z.,\s–-]*?)??[\s:]*(?<times>24\/7|(?:open )?24 hours|\d.*|off|closed)$/i;
const TIMES_FIRST = /^(?<times>\d.*?[\da-z.])\s+(?<days>daily|every\s*day|all\s+days)$/i;
const HOLIDAYS = /^PH\s+(?<times>.+)$/;
const AND_HOLIDAYS = /,\s*PH\b/;
const EVERY_DAY = /^(?:daily|every\s*day|all\s+days)$/i;
const CLOSED = /^(?:off|closed)$/i;
const ALWAYS = /^(?:24\/7|(?:open )?24 hours)$/i;
const QUOTED = /"([^"]*)"/g;
/** `Open daily 10-5 pm`, `Mo-Fr 09:00-17:00 open`. */
const SAYS_OPEN = /^open\s+(?=[a-z])|\s+open$/gi;

interface Reading {
  readonly week: { [Day in WeekDay]?: readonly OpenRange[] };
  readonly notes: string[];
}

interface ReadWeek {
  readonly week: Week;
  /** What the text says besides, with the rules that were not understood. */
  readonly note?: string;
}

/**
 * A week from a text in the syntax of OpenStreetMap's `opening_hours`, as far as people use it (`Mo-Fr 09:00-17:00; Sa
 * off; PH off`), with English days and times too (`Mon-Fri 9 AM to 5 PM`). A later rule replaces an earlier one of the
 * same day; after a comma it adds to it. Null if no rule is understood, or if they contradict each other.
 */
export function readWeek(text: string): ReadWeek | null {
  const reading: Reading = { week: {}, notes: [] };
  for (const rule of text.split(/;|\|\||\s\/\s/)) {
    const [first, ...added] = rulesIn(rule);
    if (first !== undefined) readRule(first, reading, false);
    for (const each of added) readRule(each, reading, true);
  }
  const days = WEEK_DAYS.flatMap((day) => (reading.week[day] ? [[day, reading.week[day]] as const] : []));
  if (days.length === 0) return null;
  const ordered = days.map(([day, ranges]) => [day, dayRanges(DAY_NAMES[day], ranges)] as const);
  if (ordered.some(([, ranges]) => typeof ranges === "string")) return null;
  const note = reading.notes.join("; ");
  return { week: Object.fromEntries(ordered) as Week, ...(note && { note }) }; // no sentence is left, see above
}

/** A comma after times begins another rule, one between days does not. */
const rulesIn = (text: string): readonly string[] =>
  text
    .split(/(?<=\d|[ap]\.?m\.?|off|closed)\s*,\s*(?=[a-z])/i)
    .map((rule) => rule.trim())
    .filter((rule) => rule !== "");

/** Adds a rule to the reading; one that is not understood is a note. */
function readRule(text: string, { week, notes }: Reading, adds: boolean): void {
  const comments = [...text.matchAll(QUOTED)].flatMap(([, comment = ""]) => comment.trim() || []);
  const rule = text.replace(QUOTED, "").replace(SAYS_OPEN, "").replace(AND_HOLIDAYS, "").trim();
  const holiday = HOLIDAYS.exec(rule)?.groups?.times;
  if (holiday !== undefined) {
    notes.push(
      CLOSED.test(holiday) ? "Closed on public holidays" : `Public holidays ${holiday}`,
      ...comments,
    );
    return;
  }
  const { days = "", times = "" } = (TIMES_FIRST.exec(rule) ?? RULE.exec(rule))?.groups ?? {};
  const named = daysOf(days);
  const ranges = rangesOf(times);
  if (named === null || ranges === null) {
    notes.push(text);
    return;
  }
  for (const day of named) week[day] = adds ? [...(week[day] ?? []), ...ranges] : ranges;
  if (AND_HOLIDAYS.test(text)) notes.push(`Public holidays ${times}`);
  notes.push(...comments);
}

function daysOf(text: string): readonly WeekDay[] | null {
  const typed = text.trim().replace(/:$/, "");
  if (typed === "" || EVERY_DAY.test(typed)) return WEEK_DAYS;
  const parts = typed.split(/\s*(?:,|\band\b)\s*/i).map(daysBetween);
  return parts.includes(null) ? null : parts.flatMap((days) => days ?? []);
}

/** One day, or from one to another over the end of the week. */
function daysBetween(text: string): readonly WeekDay[] | null {
  const ends = text.split(/\s*(?:-|–|\bto\b)\s*/i).map(weekDayOf);
  const [from, to = from] = ends;
  if (!from || !to || ends.length > 2) return null;
  const first = WEEK_DAYS.indexOf(from);
  const count = ((WEEK_DAYS.indexOf(to) - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, n) => WEEK_DAYS[(first + n) % 7] ?? from);
}

function rangesOf(text: string): readonly OpenRange[] | null {
  if (CLOSED.test(text)) return [];
  if (ALWAYS.test(text)) return [["00:00", "24:00"]];
  const ranges = text.split(",").map(readRange);
  return ranges.includes(null) ? null : ranges.flatMap((range) => (range ? [range] : []));
}

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

export const weekDayOn = (day: Day): WeekDay =>
  WEEK_DAYS[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? "mon";

/** The hours of a calendar day; null if nothing is said about it. */
export function hoursOn(hours: Hours, day: Day): readonly OpenRange[] | null {
  const { week, unspecified = [], ramadan, eids, special = [] } = hours;
  const apart = special.find(({ from, to }) => from <= day && day <= to);
  if (apart) return apart.ranges;
  const eid = eids && eidOn(day);
  const feast = eid && eids[eid];
  if (feast) return feast;
  const weekDay = weekDayOn(day);
  const inRamadan = ramadan && isRamadan(day);
  const known = (inRamadan ? ramadan[weekDay] : undefined) ?? week?.[weekDay];
  if (known) return known;
  return (week && !unspecified.includes(weekDay)) || (inRamadan && !week) ? [] : null;
}

const clocks = new Map<string, Intl.DateTimeFormat>(); // by time zone: making one takes sixty times as long as using it

/** The wall clock in a time zone. */
export function localTime(timeZone: string, at: Date): LocalTime {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  clocks.set(timeZone, clock);
  return { on: dayIn(timeZone, at), at: clock.format(at) };
}

/**
 * Whether a place is open at a local time. Hours are times of the wall clock, so that a change of the clock needs no rule.
 * Null if the hours say nothing of that day. It opens at no known time if a day before that is not specified.
 */
export function openNow(hours: Hours, now: LocalTime): OpenNow | null {
  const minute = minutesOf(now.at);
  const ranges = rangesAround(hours, now.on);
  const open = ranges.find(({ from, to }) => from <= minute && minute < to);
  if (!open) {
    if (hoursOn(hours, now.on) === null) return null;
    const next = ranges.find(({ from }) => from > minute);
    const opens = next && timeAt(now.on, next.from);
    return {
      isOpen: false,
      closes: null,
      opens: opens && isKnownUntil(hours, now.on, opens.on) ? opens : null,
    };
  }
  const end = endOf(open.to, ranges);
  const isAlways = end >= (DAYS_AHEAD - 1) * MINUTES_A_DAY;
  return { isOpen: true, closes: isAlways ? null : timeAt(now.on, end), opens: null };
}

/** Whether something is said about each day between two. */
function isKnownUntil(hours: Hours, from: Day, to: Day): boolean {
  for (let day = from; day < to; day = addDays(day, 1)) if (hoursOn(hours, day) === null) return false;
  return true;
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
      (hoursOn(hours, addDays(today, offset)) ?? []).map((range) => {
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
