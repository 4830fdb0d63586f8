import { driftSentence } from "../../../core/clock.ts";
import { isOverdue } from "../../../core/jobs/schedule.ts";
import { hours, minutes, seconds } from "../../../shared/duration.ts";
import { stopSentence } from "../../../shared/people/mails.ts";
import { utcTime } from "../../../shared/utc-time.ts";
import { DISK_LOW } from "../free-space.ts";
import type { Facts } from "./facts.ts";
import { stoppedKinds } from "./successes.ts";

/** What is wrong, and since when. */
export interface AlertFinding {
  readonly since: Date;
  readonly sentence: string;
}

/** Null: all is well. Undefined: it is too early to say. `stale`: what it looks at could not be read. */
type Result = AlertFinding | null | undefined | "stale";

export interface Condition {
  readonly name: string;
  readonly remedy: string;
  /** Each instance has its own view of it, so that one that sees nothing does not end what another one sees. */
  readonly isPerProcess?: true;
  readonly find: (facts: Facts) => Result;
}

const FAILURES = 3; // in a row: one lost connection is no dead server
const MAIL_OVERDUE = minutes(15);
const GIFT_UNCHECKED = minutes(30); // the job asks every five minutes
const GIFT_OPEN = hours(26); // a checkout ends after a day
const GATEWAY_FAILING = minutes(5);
const MAX_STUCK = hours(6); // of a sync run
const DRIFT_MAX = seconds(5); // a machine whose time is kept is off by milliseconds

const ago = (ms: number, now: Date): Date => new Date(now.getTime() - ms);

function mailServer({ mail, sendsMail, now }: Facts): Result {
  if (!sendsMail) return null;
  if (!mail) return "stale";
  const { failingSince, failures, lastError, oldestDueAt } = mail;
  if (failingSince && failures >= FAILURES)
    return { since: failingSince, sentence: `The mail server takes no mail: ${lastError}.` };
  if (oldestDueAt && oldestDueAt < ago(MAIL_OVERDUE, now))
    return { since: oldestDueAt, sentence: "Mails are due and are not sent." };
  return failingSince ? undefined : null;
}

function mailStopped({ mail }: Facts): Result {
  if (!mail) return "stale";
  return mail.stopped && { since: mail.stopped.stoppedAt, sentence: stopSentence(mail.stopped) };
}

function sync({ sync: health, syncCron, startedAt, now }: Facts): Result {
  if (!health) return "stale";
  const { lastStatus, lastEndedAt, lastMessage, lastSuccessAt, runningSince } = health;
  if (runningSince && runningSince < ago(MAX_STUCK, now))
    return { since: runningSince, sentence: "A sync has been running for more than 6 hours." };
  if (lastStatus === "failed" && lastEndedAt)
    return { since: lastEndedAt, sentence: `The last sync failed${lastMessage ? `: ${lastMessage}` : "."}` };
  const since = lastSuccessAt ?? startedAt;
  if (!isOverdue(syncCron, since, now)) return null;
  return { since, sentence: `Places have not been synced since ${utcTime(since)}.` };
}

function backup({ backups, backupCron, startedAt, now }: Facts): Result {
  if (!backups) return "stale";
  const { success, failure } = backups;
  if (failure && failure.startedAt > (success?.startedAt ?? new Date(0)))
    return { since: failure.startedAt, sentence: `The last backup failed: ${failure.error}.` };
  const since = success?.startedAt ?? startedAt;
  if (!isOverdue(backupCron, since, now)) return null;
  return { since, sentence: `There has been no backup since ${utcTime(since)}.` };
}

function disk({ disk: space, now }: Facts): Result {
  if (!space) return "stale";
  if (space.free >= DISK_LOW) return null;
  const free = Math.floor(space.free / 2 ** 20);
  return { since: now, sentence: `Only ${free} MiB are free at ${space.directory}.` };
}

function gifts({ gifts: health, now }: Facts): Result {
  if (!health) return "stale";
  const { uncheckedSince, oldestAt } = health;
  if (uncheckedSince && uncheckedSince < ago(GIFT_UNCHECKED, now))
    return { since: uncheckedSince, sentence: "The gateway has not been asked about open gifts." };
  if (oldestAt && oldestAt < ago(GIFT_OPEN, now))
    return { since: oldestAt, sentence: "The outcome of a gift has been open for more than a day." };
  return null;
}

function giftGateway({ gatewayFailingSince: since, now }: Facts): Result {
  if (since === null) return null;
  if (since > ago(GATEWAY_FAILING, now)) return undefined;
  return { since, sentence: "The payment gateway does not answer, and gifts become pledges." };
}

function giftEvents({ gifts: health }: Facts): Result {
  if (!health) return "stale";
  if (!health.eventsMissing || health.oldestWithoutEventAt === null) return null;
  const sentence = "Gifts were paid, but the events of the payment gateway do not arrive.";
  return { since: health.oldestWithoutEventAt, sentence };
}

const evidenceStore = ({ evidenceProblem, now }: Facts): Result =>
  evidenceProblem === null
    ? null
    : { since: now, sentence: `The store of evidence files does not answer: ${evidenceProblem}.` };

const mainDatabase = ({ mainProblem, now }: Facts): Result =>
  mainProblem === null ? null : { since: now, sentence: `The main database does not answer: ${mainProblem}` };

function successes({ successes: counts, now }: Facts): Result {
  if (!counts) return "stale";
  const stopped = stoppedKinds(counts);
  if (stopped.length === 0) return null;
  const each = stopped.map((kind) => {
    const { hours: window, weekAgo } = counts[kind];
    return `no ${kind} in ${window} hours (${weekAgo} in those of a week ago)`;
  });
  const longest = Math.max(...stopped.map((kind) => counts[kind].hours));
  return { since: ago(hours(longest), now), sentence: `There were ${each.join(", ")}.` };
}

const clock = ({ drift, now }: Facts): Result =>
  Math.abs(drift) > DRIFT_MAX ? { since: now, sentence: driftSentence(drift) } : null;

/** All that is watched, with what to do about it. */
export const CONDITIONS: readonly Condition[] = [
  {
    name: "mail-server",
    remedy: "Check MAIL_URL and the server; `rihla mail status` shows what waits.",
    find: mailServer,
  },
  { name: "mail-stopped", remedy: "Find the cause, then run `rihla mail resume`.", find: mailStopped },
  { name: "sync", remedy: "See `rihla sync status`, then run `rihla sync run`.", find: sync },
  { name: "backup", remedy: "See `rihla backup schedule`, then run `rihla backup create`.", find: backup },
  {
    name: "disk",
    remedy: "Make space; `rihla backup prune` deletes backups that are not kept.",
    isPerProcess: true,
    find: disk,
  },
  { name: "gifts", remedy: "Run `rihla payment reconcile`.", find: gifts },
  {
    name: "gift-gateway",
    remedy: "See the status page of the gateway, and check STRIPE_SECRET_KEY.",
    isPerProcess: true,
    find: giftGateway,
  },
  {
    name: "gift-events",
    remedy: "Check the webhook in the gateway's dashboard, and STRIPE_WEBHOOK_SECRET.",
    find: giftEvents,
  },
  {
    name: "evidence-store",
    remedy: "Check EVIDENCE_S3_URL and its keys, or the disk of DATA_DIR.",
    isPerProcess: true,
    find: evidenceStore,
  },
  {
    name: "main-database",
    remedy: "Check MAIN_DATABASE_URL; the sync goes on by itself.",
    isPerProcess: true,
    find: mainDatabase,
  },
  {
    name: "successes",
    remedy: "Try it yourself: sign up on the site, and see `rihla mail status` and the log.",
    find: successes,
  },
  {
    name: "clock",
    remedy: "Start a time service such as chrony: from 30 s on the server is not ready.",
    isPerProcess: true,
    find: clock,
  },
];
