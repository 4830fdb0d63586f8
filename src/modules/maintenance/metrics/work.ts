import { registerGauges } from "../../../core/logging/gauges.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { giftHealth } from "../../payments/health/queries.ts";
import { lateReviews } from "../../reviews/late/queries.ts";
import { syncHealth } from "../../sync/health/queries.ts";
import { lastRuns } from "../backups/runs.ts";
import { type Age, timestampOf } from "./age.ts";

/** Work that can hang: the sync, gifts, reviews and backups. */
export function registerWork(deps: Deps, age: Age): void {
  registerSync(deps, age);
  registerGifts(deps, age);
  registerReviews(deps);
  registerBackups(deps);
}

function registerSync(deps: Deps, age: Age): void {
  const { metrics, settings } = deps;
  registerGauges(metrics, {
    name: "sync",
    read: () => syncHealth(deps),
    gauges: [
      {
        name: "rihla_sync_scheduled",
        help: "1 if SYNC_CRON schedules the sync",
        value: () => (settings.syncCron === null ? 0 : 1),
      },
      {
        name: "rihla_sync_last_success_timestamp_seconds",
        help: "When the last sync that wrote ended; 0 if there is none",
        value: ({ lastSuccessAt }) => timestampOf(lastSuccessAt),
      },
      {
        name: "rihla_sync_places",
        help: "Places that wait for the sync, and that could not be synced",
        label: "state",
        value: ({ pending, failed }) => ({ pending, failed }),
      },
      {
        name: "rihla_sync_running_seconds",
        help: "How long the sync that is in progress has run; 0 if there is none",
        value: ({ runningSince }) => age(runningSince),
      },
    ],
  });
}

function registerGifts(deps: Deps, age: Age): void {
  registerGauges(deps.metrics, {
    name: "gifts",
    read: () => giftHealth(deps),
    gauges: [
      { name: "rihla_gifts_pending", help: "Gifts whose outcome is open", value: ({ pending }) => pending },
      {
        name: "rihla_gifts_oldest_pending_seconds",
        help: "Age of the oldest of them",
        value: ({ oldestAt }) => age(oldestAt),
      },
      {
        name: "rihla_gifts_unreconciled_seconds",
        help: "How long the longest of them has not been looked up at the gateway",
        value: ({ uncheckedSince }) => age(uncheckedSince),
      },
      {
        name: "rihla_gift_gateway_breaker_open",
        help: "1 while the gateway fails and gifts become pledges",
        value: ({ gatewayFailingSince }) => (gatewayFailingSince === null ? 0 : 1),
      },
    ],
  });
}

function registerReviews(deps: Deps): void {
  registerGauges(deps.metrics, {
    name: "reviews",
    read: () => lateReviews(deps),
    gauges: [
      {
        name: "rihla_reviews_late",
        help: "Cases past the day by which they were promised, by queue",
        label: "queue",
        value: (late) => late,
      },
    ],
  });
}

function registerBackups(deps: Deps): void {
  registerGauges(deps.metrics, {
    name: "backups",
    read: () => lastRuns(deps),
    gauges: [
      {
        name: "rihla_backup_scheduled",
        help: "1 if BACKUP_CRON schedules backups",
        value: () => (deps.settings.backups.cron === null ? 0 : 1),
      },
      {
        name: "rihla_backup_last_success_timestamp_seconds",
        help: "When the newest complete backup in the store was begun; 0 if there is none",
        value: ({ success }) => timestampOf(success?.startedAt),
      },
      {
        name: "rihla_backup_last_failure_timestamp_seconds",
        help: "When the newest failed backup was begun; 0 if there is none",
        value: ({ failure }) => timestampOf(failure?.startedAt),
      },
      {
        name: "rihla_backup_last_size_bytes",
        help: "Size of the newest complete backup in the store",
        value: ({ success }) => success?.bytes ?? 0,
      },
    ],
  });
}
