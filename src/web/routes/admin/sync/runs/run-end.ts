import type { SyncStats } from "../../../../../modules/sync/schema.ts";

/** Ids of the current run and of the last one that ended; undefined means that it has not loaded yet. */
interface Runs {
  readonly running: string | undefined;
  readonly last: string | null | undefined;
}

export const runsIn = (stats: Pick<SyncStats, "running" | "lastRun"> | undefined): Runs => ({
  running: stats?.running?.runId,
  last: stats && (stats.lastRun?.id ?? null),
});

/** Whether a run ended between two polls, even one too short to appear in either. */
export const hasRunEnded = (before: Runs, now: Runs): boolean =>
  (before.running !== undefined && now.running === undefined) ||
  (before.last !== undefined && now.last !== before.last);
