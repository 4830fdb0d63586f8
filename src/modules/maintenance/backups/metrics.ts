import { Gauge } from "prom-client";
import type { Deps } from "../../../core/rpc/context.ts";
import { lastRuns } from "./runs.ts";

type Facts = Awaited<ReturnType<typeof lastRuns>>;

const timestampOf = (at: Date | undefined): number => (at?.getTime() ?? 0) / 1_000;

const GAUGES: readonly (readonly [name: string, help: string, value: (facts: Facts) => number])[] = [
  [
    "rihla_backup_last_success_timestamp_seconds",
    "When the newest complete backup in the store was begun; 0 if there is none",
    ({ success }) => timestampOf(success?.startedAt),
  ],
  [
    "rihla_backup_last_failure_timestamp_seconds",
    "When the newest failed backup was begun; 0 if there is none",
    ({ failure }) => timestampOf(failure?.startedAt),
  ],
  [
    "rihla_backup_last_size_bytes",
    "Size of the newest complete backup in the store",
    ({ success }) => success?.bytes ?? 0,
  ],
];

/** Backups as metrics. During an outage of the database they keep their values. */
export function registerBackupMetrics(deps: Deps): void {
  for (const [name, help, read] of GAUGES) {
    new Gauge({
      name,
      help,
      registers: [deps.metrics.registry],
      async collect() {
        const facts = await lastRuns(deps).catch(() => null);
        if (facts) this.set(read(facts));
      },
    });
  }
}
