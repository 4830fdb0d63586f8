/** A calendar day, `YYYY-MM-DD`; days compare as text. */
export type Day = string;

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a day that the calendar has. It has no year 0, which PostgreSQL refuses. */
export function isDay(text: string): boolean {
  if (!DAY_PATTERN.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && !text.startsWith("0000");
}

const formatters = new Map<string, Intl.DateTimeFormat>(); // by time zone: making one takes sixty times as long as using it

/** The day at a moment in a time zone (an IANA name). Canadian dates are written like ISO ones. */
export function dayIn(timeZone: string, at: Date): Day {
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone });
  formatters.set(timeZone, formatter);
  return formatter.format(at);
}

/** Where a day begins and ends first, and where last. */
export const EARLIEST_ZONE = "Pacific/Kiritimati";
export const LATEST_ZONE = "Pacific/Pago_Pago";

export const dayAfter = (day: Day): Day => addDays(day, 1);
export const dayBefore = (day: Day): Day => addDays(day, -1);

export function addDays(day: Day, days: number): Day {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The same date a year later; February 28 for February 29. */
export function yearAfter(day: Day): Day {
  const next = `${String(Number(day.slice(0, 4)) + 1).padStart(4, "0")}${day.slice(4)}`;
  return isDay(next) ? next : next.replace("-02-29", "-02-28");
}

const DAY_LENGTH = 86_400_000; // milliseconds

/** How many days from one day to another; negative if the other is earlier. */
export const daysFrom = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_LENGTH);

let long: Intl.DateTimeFormat | undefined; // the first one of a process loads the languages, which takes 18 ms

/** `December 31, 2026` */
export function longDay(day: Day): string {
  long ??= new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
  return long.format(new Date(`${day}T00:00:00Z`));
}
