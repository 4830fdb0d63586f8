import { Cron } from "croner";
import { minutes, seconds } from "../../shared/duration.ts";

const GRACE = minutes(10); // for a run to end
const TOLERANCE = seconds(1); // croner returns only times before its reference, and a clock may be set back a little

const patternOf = (cron: string): Cron => new Cron(cron, { paused: true });

/** The last time of a pattern, or the one that comes within a second. */
export const lastSlot = (cron: string, now: Date): Date | null =>
  patternOf(cron).previousRuns(1, new Date(now.getTime() + TOLERANCE))[0] ?? null;

/** The first time of a pattern after this one. */
export const nextSlot = (cron: string, after: Date): Date | null => patternOf(cron).nextRun(after);

/** Whether two times of a pattern have passed since then, so that one run that was late or slow is not reported. */
export function isOverdue(cron: string | null, since: Date, now: Date): boolean {
  if (cron === null) return false;
  const first = nextSlot(cron, since);
  const second = first && nextSlot(cron, first);
  return second !== null && second.getTime() + GRACE < now.getTime();
}
