import { registerGauges } from "../../../core/logging/gauges.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { seconds } from "../../../shared/duration.ts";
import { mailHealth } from "../../mail/server/queries.ts";
import { freeSpace } from "../disk/free-space.ts";
import { countInstances } from "../instances/service.ts";
import { type Age, createAge } from "./age.ts";
import { registerWork } from "./work.ts";

/** What an operator watches besides requests: queues, work that can hang, and what runs out. Call it once. */
export function registerMetrics(deps: Deps): void {
  const age = createAge(deps.now);
  registerProcess(deps);
  registerMails(deps, age);
  registerWork(deps, age);
}

function registerProcess(deps: Deps): void {
  const { metrics, db, state, settings } = deps;
  registerGauges(metrics, {
    name: "process",
    read: async () => ({ pool: db.pool(), queue: state.signups.queue() }),
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
    ],
  });
  registerGauges(metrics, {
    name: "instances",
    read: () => countInstances(deps),
    gauges: [
      {
        name: "rihla_instances",
        help: "Servers that run on the database",
        value: (instances) => instances,
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
        help: "1 while all mail is stopped because of bounces or complaints",
        value: ({ stoppedAt }) => (stoppedAt === null ? 0 : 1),
      },
      {
        name: "rihla_mail_server_failing_seconds",
        help: "How long the mail server has taken no mail; 0 while it does",
        value: ({ failingSince }) => age(failingSince),
      },
    ],
  });
}
