import { useEffect, useState } from "react";
import { days, minutes } from "../../shared/duration.ts";

/** The current time, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minutes(1));
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface Day {
  /** `2026-01-31` in UTC. */
  readonly day: string;
  readonly count: number;
}

const SHOWN = 30;

/** The last 30 days up to `now`, oldest first; the server omits empty days. */
export function lastDays(counted: readonly Day[], now: number): readonly Day[] {
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  return Array.from({ length: SHOWN }, (_, at) => {
    const day = new Date(now - days(SHOWN - 1 - at)).toISOString().slice(0, 10);
    return { day, count: counts.get(day) ?? 0 };
  });
}
