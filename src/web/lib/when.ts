import { useEffect, useState } from "react";
import { days, hours, minutes } from "../../shared/duration.ts";

const DAY = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", year: "numeric" });
const MOMENT = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

export const dayOf = (at: Date): string => DAY.format(at);
export const momentOf = (at: Date): string => MOMENT.format(at);

/** A length of time in its largest unit: `3 days`, `5 h`, `12 min`. */
export function spanOf(milliseconds: number): string {
  if (milliseconds >= days(2)) return `${Math.floor(milliseconds / days(1))} days`;
  if (milliseconds >= hours(1)) return `${Math.floor(milliseconds / hours(1))} h`;
  return `${Math.max(0, Math.floor(milliseconds / minutes(1)))} min`;
}

/** The time, read again each minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minutes(1));
    return () => clearInterval(timer);
  }, []);
  return now;
}
