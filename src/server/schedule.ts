import { Cron } from "croner";
import type { App } from "../app.ts";
import type { Deps } from "../core/rpc/context.ts";
import { errorLogFields } from "../core/rpc/error-mapping.ts";
import { internalCall } from "../core/rpc/internal-call.ts";
import type { Settings } from "../env.ts";
import { seconds } from "../shared/duration.ts";
import { waitAtMost } from "../shared/with-timeout.ts";

interface Job {
  readonly pattern: string;
  readonly operation: string;
  /** False to call the operation even during its previous run, so that it can record the skipped tick. */
  readonly skipsOverlap?: boolean;
}

/** Those whose pattern is a setting. */
function jobsOf({ syncCron, backups }: ScheduleSettings): readonly Job[] {
  return [
    ...(syncCron === null ? [] : [{ pattern: syncCron, operation: "sync.tick", skipsOverlap: false }]),
    // every minute, as it also makes what was missed
    ...(backups.cron === null ? [] : [{ pattern: "* * * * *", operation: "operator.backups.run" }]),
  ];
}

type ScheduleSettings = Pick<Settings, "syncCron" | "backups">;

const JOBS: readonly Job[] = [
  { pattern: "17 * * * *", operation: "operator.maintenance.sweep" },
  { pattern: "*/5 * * * * *", operation: "operator.mail.deliver" }, // seconds: people wait for a link or a code
  { pattern: "*/5 * * * * *", operation: "admin.waitlist.welcome" },
  { pattern: "*/20 * * * * *", operation: "admin.cities.count" },
  { pattern: "* * * * * *", operation: "admin.broadcasts.run", skipsOverlap: false }, // each has a lease
  { pattern: "*/5 * * * *", operation: "admin.payments.reconcile" },
  { pattern: "* * * * *", operation: "operator.alerts.check" },
  { pattern: "7 * * * *", operation: "admin.evidence.expire" }, // a day ends at another hour in every time zone
];

export interface Schedule {
  /** Starts no more jobs, and waits a few seconds for those that are running to end after their batch. */
  stop(): Promise<void>;
}

const STOP_TIMEOUT = seconds(5);

/** So that a job that never ends its first run shows too. */
function measureFromStart({ jobs }: Deps["metrics"], name: string): void {
  jobs.lastSuccess.set({ name }, Date.now() / seconds(1));
  jobs.failures.inc({ name }, 0);
}

/** Settles as `run` does. */
async function measured({ jobs }: Deps["metrics"], name: string, run: Promise<unknown>): Promise<void> {
  const began = performance.now();
  try {
    await run;
    jobs.lastSuccess.set({ name }, Date.now() / seconds(1));
  } catch (error) {
    jobs.failures.inc({ name });
    throw error;
  } finally {
    jobs.lastDuration.set({ name }, (performance.now() - began) / seconds(1));
  }
}

/** Starts the cron jobs. Each calls a procedure; a failed run is logged and does not affect the next one. */
export function startSchedule(
  { operations, contextOf }: App,
  { log, metrics }: Pick<Deps, "log" | "metrics">,
  settings: ScheduleSettings,
): Schedule {
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const crons = [...JOBS, ...jobsOf(settings)].map(({ pattern, operation: path, skipsOverlap }) => {
    const operation = operations.find((each) => each.path === path);
    if (!operation) throw new Error(`The schedule names ${path}, which does not exist`);
    const failed = (error: unknown) => log.error({ job: path, ...errorLogFields(error) }, "job failed");
    measureFromStart(metrics, path);
    return new Cron(pattern, { protect: skipsOverlap ?? true, catch: failed, unref: true }, async () => {
      const call = { ...internalCall("schedule", { kind: "schedule" }), signal: stopping.signal };
      const run = operation.call(contextOf(call), {});
      running.add(run);
      await measured(metrics, path, run).finally(() => running.delete(run));
    });
  });
  return {
    stop() {
      for (const cron of crons) cron.stop();
      stopping.abort();
      return waitAtMost(Promise.allSettled(running), STOP_TIMEOUT);
    },
  };
}
