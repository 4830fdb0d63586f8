import type { Settings } from "../../../env.ts";
import { days } from "../../../shared/duration.ts";
import type { StoredBackup } from "./store.ts";

type Rules = Settings["backups"]["keep"];

const MONDAY = days(4); // the first Monday of Unix time was 1970-01-05

const PERIODS: { readonly [rule in keyof Rules]: (at: Date) => string } = {
  daily: (at) => at.toISOString().slice(0, 10),
  weekly: (at) => String(Math.floor((at.getTime() - MONDAY) / days(7))),
  monthly: (at) => at.toISOString().slice(0, 7),
};

/**
 * The names of the backups, newest first, that the rules keep: the newest one of each of the last days, weeks and months that have one
 * (in UTC), and always the newest of all. All of them if every rule is 0. One from the future, by its name, stays but counts
 * for nothing: a wrong clock or a foreign file must not push the others out.
 */
export function keptBackups(found: readonly StoredBackup[], rules: Rules, now: Date): ReadonlySet<string> {
  const newestFirst = found.filter(({ madeAt }) => madeAt <= now);
  const isUnlimited = Object.values(rules).every((count) => count === 0);
  const kept = new Set(newestFirst.slice(0, isUnlimited ? newestFirst.length : 1).map(({ name }) => name));
  for (const rule of ["daily", "weekly", "monthly"] as const) {
    const periods = new Set<string>();
    for (const { name, madeAt } of newestFirst) {
      const period = PERIODS[rule](madeAt);
      if (periods.has(period) || periods.size === rules[rule]) continue;
      periods.add(period);
      kept.add(name);
    }
  }
  for (const { name, madeAt } of found) if (madeAt > now) kept.add(name);
  return kept;
}
