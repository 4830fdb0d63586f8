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

/** `11:00-22:00`, `5 PM to 2 AM`; null for anything else. OpenStreetMap also writes 2 AM as `26:00`. */
export function readRange(text: string): OpenRange | null {
  const [from, to, ...rest] = text.trim().split(SEPARATOR);
  return from === undefined || to === undefined || rest.length > 0 ? null : rangeOf(from, to);
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
