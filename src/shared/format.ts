import { days, hours, minutes } from "./duration.ts";

const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const DAY = new Intl.DateTimeFormat("en-US", DATE);
const DUE_DAY = new Intl.DateTimeFormat("en-US", { ...DATE, timeZone: "America/New_York" });
const MOMENT = new Intl.DateTimeFormat("en-US", {
  ...DATE,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

export const formatDay = (at: Date): string => DAY.format(at);
/** The day that ends with `dueBy`: the promised one, by the clock of `shared/reviews/business-days.ts` wherever it is read. */
export const formatDueDay = (dueBy: Date): string => DUE_DAY.format(dueBy);
export const formatDateTime = (at: Date): string => MOMENT.format(at);

const TIME = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
export const formatTime = (at: Date): string => TIME.format(at);

/** A length of time in its largest unit: `3 days`, `5 h`, `12 min`. */
export function formatElapsed(milliseconds: number): string {
  if (milliseconds >= days(2)) return `${Math.floor(milliseconds / days(1))} days`;
  if (milliseconds >= hours(1)) return `${Math.floor(milliseconds / hours(1))} h`;
  return `${Math.max(0, Math.floor(milliseconds / minutes(1)))} min`;
}

const CALENDAR_DAY = new Intl.DateTimeFormat("en-US", { ...DATE, timeZone: "UTC" });
/** A day such as `2026-12-31`, which is the same in every time zone. */
export const formatCalendarDay = (day: string): string => CALENDAR_DAY.format(new Date(`${day}T00:00:00Z`));

const UTC_DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
/** The day of a moment in UTC, as mails name it. */
export const formatUtcDay = (at: Date): string => UTC_DAY.format(at);

/** Counts for display: `1,234`. */
export const number = new Intl.NumberFormat("en-US");
/** A number with its noun: `1 gift`, `1,200 gifts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;

/** Visitors see no smaller number of people: it could be about one person. */
export const SMALLEST_SHOWN = 10;
export const FEW = `<${SMALLEST_SHOWN}` as const;
/** A number of people as visitors see it. */
export type ShownCount = number | typeof FEW;

export const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });

const KIB = 1_024;
const oneDecimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** A number of bytes for display: `812 B`, `94.2 KB`, `1.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB * KIB) return `${oneDecimal.format(bytes / KIB)} KB`;
  return `${oneDecimal.format(bytes / (KIB * KIB))} MB`;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name for the middle of a sentence: one from right to left does not reorder the words around it. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
