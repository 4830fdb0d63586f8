import { inArray } from "drizzle-orm";
import type { Deps } from "../rpc/context.ts";
import { jobs as t } from "./jobs.table.ts";
import { type Job, jobsOf } from "./runner.ts";
import { nextSlot } from "./schedule.ts";

/** How a job goes, whichever instance runs it. */
export interface JobState {
  readonly id: string;
  /** The pattern of its times; null for one that runs when there is something to do. */
  readonly cron: string | null;
  /** The instance that runs it now, and since when. */
  readonly holder: string | null;
  readonly runningSince: Date | null;
  /** When its last run ended, and how many milliseconds it took. */
  readonly endedAt: Date | null;
  readonly durationMs: number | null;
  readonly succeededAt: Date | null;
  /** Failures since then, and the class of the last one. */
  readonly failures: number;
  readonly error: string | null;
  /** By its pattern, or when it is tried again; null for a job without times. */
  readonly nextAt: Date | null;
  /** Since when it is due by its pattern and does not run. */
  readonly lateSince: Date | null;
}

/** All jobs that run on one instance at a time. One that has never run is among them. */
export async function jobStates(deps: Deps): Promise<readonly JobState[]> {
  const shared = jobsOf(deps).filter(({ perProcess }) => !perProcess);
  const names = shared.map(({ operation }) => operation);
  const rows = await deps.db.orm.select().from(t).where(inArray(t.name, names));
  const byName = new Map(rows.map((row) => [row.name, row]));
  return shared.map((job) => stateOf(job, byName.get(job.operation), deps.now()));
}

function stateOf({ operation: id, when }: Job, row: typeof t.$inferSelect | undefined, now: Date): JobState {
  const cron = "cron" in when ? when.cron : null;
  const { holder = null, beganAt = null, endedAt = null, retryAt = null } = row ?? {};
  const isRunning = holder !== null;
  const due = cron !== null && row?.slot && !isRunning ? nextSlot(cron, row.slot) : null;
  return {
    id,
    cron,
    holder,
    runningSince: isRunning ? beganAt : null,
    endedAt,
    durationMs: !isRunning && beganAt && endedAt ? endedAt.getTime() - beganAt.getTime() : null,
    succeededAt: row?.succeededAt ?? null,
    failures: row?.failures ?? 0,
    error: row?.error ?? null,
    nextAt: retryAt ?? (cron === null ? null : nextSlot(cron, now)),
    lateSince: due && due < now ? due : null,
  };
}
