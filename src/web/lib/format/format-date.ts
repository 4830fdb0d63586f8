import { useEffect, useState } from "react";
import { days, hours, minutes } from "../../../shared/duration.ts";

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
/** The day that ends with `dueBy`: the promised one, by the clock of `shared/business-days.ts` wherever it is read. */
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

/** The current time, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minutes(1));
    return () => clearInterval(timer);
  }, []);
  return now;
}

const CALENDAR_DAY = new Intl.DateTimeFormat("en-US", { ...DATE, timeZone: "UTC" });
/** A day such as `2026-12-31`, which is the same in every time zone. */
export const formatCalendarDay = (day: string): string => CALENDAR_DAY.format(new Date(`${day}T00:00:00Z`));
