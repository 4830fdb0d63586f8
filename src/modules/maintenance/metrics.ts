import { countInstances } from "../../core/jobs/instances.ts";
import { type JobState, jobStates } from "../../core/jobs/states.ts";
import { registerGauges } from "../../core/logging/metrics.ts";
import type { Deps } from "../../core/rpc/context.ts";
import { seconds } from "../../shared/duration.ts";
import { mailHealth } from "../mail/public.ts";
import { giftHealth } from "../payments/public.ts";
import { lateReviews } from "../reviews/public.ts";
import { syncHealth } from "../sync/public.ts";
import type { SuccessCounts, Successes } from "./alerts/successes.ts";
import { lastRuns } from "./backups/runs.ts";
import { freeSpace } from "./free-space.ts";

/** What an operator watches besides requests: queues, work that can hang, and what runs out. Call it once. */
export function registerMetrics(deps: Deps): void {
  const age = createAge(deps.now);
  registerProcess(deps);
  registerMachines(deps);
  registerMails(deps, age);
  registerWork(deps, age);
  registerSuccesses(deps);
}

function registerProcess({ metrics, db, state, clock }: Deps): void {
  registerGauges(metrics, {
    name: "process",
    read: async () => ({ pool: db.pool(), queue: state.signups.queue(), drift: clock.drift() }),
    gauges: [
      {
        name: "rihla_database_pool_connections",
        help: "Connections to the database by state, and callers that wait for one",
        label: "state",
        value: ({ pool: { size, idle, waiting } }) => ({ open: size, idle, waiting }),
      },
      {
        name: "rihla_signup_queue_length",
        help: "Signups that wait for the next write",
        value: ({ queue }) => queue.length,
      },
      {
        name: "rihla_signup_queue_oldest_seconds",
        help: "How long the oldest of them has waited",
        value: ({ queue }) => queue.oldestMs / seconds(1),
      },
      {
        name: "rihla_clock_ahead_seconds",
        help: "By how much the clock of this machine is ahead of the database's",
        value: ({ drift }) => drift / seconds(1),
      },
    ],
  });
}

/** The servers on this database, and the disk of this one. */
function registerMachines(deps: Deps): void {
  const { metrics, settings } = deps;
  registerGauges(metrics, {
    name: "instances",
    read: () => countInstances(deps),
    gauges: [
      {
        name: "rihla_instances",
        help: "Processes that run on the database",
        value: ({ all }) => all,
      },
      {
        name: "rihla_job_runners",
        help: "Those of them that run background jobs",
        value: ({ runners }) => runners,
      },
    ],
  });
  registerGauges(metrics, {
    name: "disk",
    read: () => freeSpace(settings.dataDir),
    gauges: [
      {
        name: "rihla_disk_free_bytes",
        help: "Free space of the disk that DATA_DIR is on",
        value: ({ free }) => free,
      },
      {
        name: "rihla_disk_size_bytes",
        help: "Size of the disk that DATA_DIR is on",
        value: ({ size }) => size,
      },
    ],
  });
}

function registerMails(deps: Deps, age: Age): void {
  const sends = deps.ports.mailer !== null;
  registerGauges(deps.metrics, {
    name: "mails",
    read: () => mailHealth(deps),
    gauges: [
      {
        name: "rihla_mails",
        help: "Mails of the outbox that wait, and that were given up",
        label: "state",
        value: ({ waiting, failed }) => ({ waiting, failed }),
      },
      {
        name: "rihla_mail_oldest_due_seconds",
        help: "How long the longest waiting mail has been due; 0 without a mail server",
        value: ({ oldestDueAt }) => (sends ? age(oldestDueAt) : 0),
      },
      {
        name: "rihla_mail_paused",
        help: "1 while a stream of bulk mails is stopped because of bounces or complaints",
        label: "stream",
        value: ({ stopped }) => ({
          joining: stopped?.streams.includes("joining") ? 1 : 0,
          broadcasts: stopped?.streams.includes("broadcasts") ? 1 : 0,
        }),
      },
      {
        name: "rihla_mail_server_failing_seconds",
        help: "How long the mail server has taken no mail; 0 while it does",
        value: ({ failingSince }) => age(failingSince),
      },
    ],
  });
}

/** The background jobs, whichever instance runs them. */
function registerJobs(deps: Deps, age: Age): void {
  const byName = (states: readonly JobState[], value: (state: JobState) => number) =>
    Object.fromEntries(states.map((state) => [state.id, value(state)]));
  registerGauges(deps.metrics, {
    name: "jobs",
    read: () => jobStates(deps),
    gauges: [
      {
        name: "rihla_job_last_success_timestamp_seconds",
        help: "When the last successful run of a job ended, on any instance; 0 if there is none",
        label: "name",
        value: (states) => byName(states, ({ succeededAt }) => timestampOf(succeededAt)),
      },
      {
        name: "rihla_job_last_duration_seconds",
        help: "Duration of the last run of a job",
        label: "name",
        value: (states) => byName(states, ({ durationMs }) => (durationMs ?? 0) / seconds(1)),
      },
      {
        name: "rihla_job_running_seconds",
        help: "How long the run of a job that is in progress has run; 0 if there is none",
        label: "name",
        value: (states) => byName(states, ({ runningSince }) => age(runningSince)),
      },
      {
        name: "rihla_job_late_seconds",
        help: "How long a job has been due by its times and does not run",
        label: "name",
        value: (states) => byName(states, ({ lateSince }) => age(lateSince)),
      },
    ],
  });
}

/** Work that can hang: jobs, the sync, gifts, reviews and backups. */
function registerWork(deps: Deps, age: Age): void {
  registerJobs(deps, age);
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
        value: () => (deps.state.gatewayBreaker.failingSince() === null ? 0 : 1),
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

function registerSuccesses({ metrics, state }: Deps): void {
  const each = (of: (counts: Successes) => number) => (all: SuccessCounts) =>
    Object.fromEntries(Object.entries(all).map(([kind, counts]) => [kind, of(counts)]));
  registerGauges(metrics, {
    name: "successes",
    read: state.successes,
    gauges: [
      {
        name: "rihla_successes",
        help: "Signups, confirmations, emails and decisions of the last 3 hours, or 24 where few are expected in 3",
        label: "kind",
        value: each(({ count }) => count),
      },
      {
        name: "rihla_successes_week_ago",
        help: "Those of the same hours a week ago",
        label: "kind",
        value: each(({ weekAgo }) => weekAgo),
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

/** Seconds since a time; 0 if there is none. */
type Age = (since: Date | null) => number;

const createAge =
  (now: () => Date): Age =>
  (since) =>
    since === null ? 0 : Math.max(0, now().getTime() - since.getTime()) / seconds(1);

/** Seconds since 1970; 0 if there is no such time. */
const timestampOf = (at: Date | null | undefined): number => (at?.getTime() ?? 0) / seconds(1);
