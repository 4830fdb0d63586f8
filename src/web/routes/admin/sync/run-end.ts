import type { SyncStats } from "../../../../modules/sync/schema.ts";

/** The run under way and the last one that ended, by id; a last one of undefined is not known yet. */
interface Runs {
  readonly running: string | undefined;
  readonly last: string | null | undefined;
}

export const runsIn = (stats: Pick<SyncStats, "running" | "lastRun"> | undefined): Runs => ({
  running: stats?.running?.runId,
  last: stats && (stats.lastRun?.id ?? null),
});

/** Whether a run has ended between two looks, also one that was too short to be seen. */
export const hasRunEnded = (before: Runs, now: Runs): boolean =>
  (before.running !== undefined && now.running === undefined) ||
  (before.last !== undefined && now.last !== before.last);
