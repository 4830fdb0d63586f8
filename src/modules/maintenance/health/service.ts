import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { LONGEST_STEP } from "../../../core/clock.ts";
import { tryWrite } from "../../../core/files/try-write.ts";
import { countInstances } from "../../../core/jobs/instances.ts";
import { isOverdue } from "../../../core/jobs/schedule.ts";
import { jobStates } from "../../../core/jobs/states.ts";
import type { Log } from "../../../core/logging/log.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { connectionProblem, damageProblem } from "../../../db/errors.ts";
import type { Settings } from "../../../env.ts";
import { days, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { utcTime } from "../../../shared/utc-time.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { mailServerProblem } from "../../mail/public.ts";
import { stats } from "../../sync/public.ts";
import { lastRuns } from "../backups/runs.ts";
import { createBackupStore } from "../backups/store.ts";
import { type Status, status } from "../service.ts";
import { databaseFindings } from "./database.ts";
import {
  backupKeys,
  compareEvidence,
  mainDatabaseFinding,
  tryEvidenceStore,
  tryGateway,
  tryLastBackup,
} from "./deep.ts";
import { diskFindings } from "./disk.ts";
import { failed, failedBy, ok, warn, worstOf } from "./findings.ts";
import { mailFindings } from "./mail.ts";
import type { Finding } from "./schema.ts";
import { settingFindings } from "./settings.ts";

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly deepChecks: { running: boolean };
  }
}

type Caller = ActionContext<StaffActor>;

/** The quick checks, which only read. */
export const check = async (ctx: Caller) => answer(ctx, await quickFindings(ctx));

/** The quick checks, and trials of everything that the server depends on. Throws 409 while they are running. */
export async function checkDeeply(ctx: Caller) {
  const { deepChecks } = ctx.deps.state;
  if (deepChecks.running)
    throw new DomainError("conflict", "The deep checks are running already: wait for their end");
  deepChecks.running = true;
  try {
    const quick = await quickFindings(ctx);
    const hasSchema = quick.some(({ check, state }) => check === "schema" && state === "ok");
    if (hasSchema) await ctx.deps.db.transaction((tx) => record(tx, ctx, { subject: null }));
    else skipAuditCheck(ctx); // there is nowhere to record it
    return answer(ctx, [...quick, ...(await deepFindings(ctx.deps, hasSchema))]);
  } finally {
    deepChecks.running = false;
  }
}

const answer = ({ deps }: Caller, findings: readonly Finding[]) => ({
  state: worstOf(findings),
  checkedAt: deps.now(),
  findings: [...findings],
});

/** The findings about the database come last: where it cannot be used there are no more. */
async function quickFindings(ctx: Caller): Promise<readonly Finding[]> {
  const { deps } = ctx;
  const { settings, state } = deps;
  const machine = [...settingFindings(settings), ...(await diskFindings(settings))];
  if (state.diskSpace.isShort)
    machine.push(
      failed(
        "disk space",
        "Writes fail for lack of space.",
        "Make room: the server then writes again by itself.",
      ),
    );
  let found: Status;
  let ahead: number;
  try {
    ahead = await deps.clock.compare();
    found = await status(ctx);
  } catch (error) {
    const problem = connectionProblem(error);
    if (problem === undefined) throw error;
    if (damageProblem(error) === problem) return [...machine, failed("database", problem)];
    return [
      ...machine,
      failed("database", problem, "Check that the database server runs, and DATABASE_URL."),
    ];
  }
  const database = databaseFindings(found, ahead);
  if (found.pending > 0 || !found.compatible) return [...machine, ...database];
  return [
    ...machine,
    ...database,
    await retentionFinding(deps),
    await backupFinding(deps),
    ...(isOnDisk(settings) ? await bounded(deps.log, "backup keys", () => backupKeys(deps)) : []),
    await jobFinding(deps),
    ...(await mailFindings(deps)),
    ...(await syncFindings(ctx)),
  ];
}

const CHECK = "mail server";

/** Signs in to the mail server; sends nothing. */
export async function tryMailServer(deps: Deps): Promise<readonly Finding[]> {
  const { mailUrl } = deps.settings;
  if (mailUrl === undefined) return [ok(CHECK, "There is none to try (MAIL_URL).")];
  const problem = await mailServerProblem(deps);
  if (problem) return [failedBy(CHECK, problem)];
  const { host, password } = new URL(mailUrl);
  return [ok(CHECK, `${host} responds${password === "" ? "" : " and accepts the password"}.`)];
}

type Trial = (deps: Deps) => Promise<readonly Finding[]>;

/** What needs no database of ours, by the name of its finding if it takes too long. */
const OUTSIDE: readonly (readonly [check: string, trial: Trial])[] = [
  ["disk write", ({ settings }) => tryDisks(settings)],
  ["mail server", tryMailServer],
  ["payment gateway", tryGateway],
  ["evidence store", tryEvidenceStore],
  ["main database", mainDatabaseFinding],
];

/** A bucket is only asked by the deep checks. */
const isOnDisk = (settings: Settings): boolean => createBackupStore(settings).pathOf("") !== null;
const backupKeysInBucket: Trial = async (deps) => (isOnDisk(deps.settings) ? [] : backupKeys(deps));

const OWN: typeof OUTSIDE = [
  ["evidence files", compareEvidence],
  ["last backup", tryLastBackup],
  ["backup keys", backupKeysInBucket],
];

/** Really tries what the server depends on, all at once and each for a limited time. Leaves nothing behind. */
async function deepFindings(deps: Deps, hasDatabase: boolean): Promise<readonly Finding[]> {
  const trials = hasDatabase ? [...OUTSIDE, ...OWN] : OUTSIDE;
  const found = await Promise.all(
    trials.map(([check, trial]) => bounded(deps.log, check, () => trial(deps))),
  );
  return found.flat();
}

/** Writes a small file through to the disk of the data directory, where there is one, and of temporary files. */
export async function tryDisks({ dataDir }: Pick<Settings, "dataDir">): Promise<readonly Finding[]> {
  const folders = [...(existsSync(dataDir) ? [dataDir] : []), tmpdir()];
  return Promise.all(folders.map((folder) => tryFolder(folder)));
}

async function tryFolder(folder: string): Promise<Finding> {
  const check = folder === tmpdir() ? "temp disk write" : "disk write";
  try {
    await tryWrite(folder);
    return ok(check, `${folder} can be written.`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return failed(
      check,
      `${folder} cannot be written${code ? ` (${code})` : ""}.`,
      code === "ENOSPC" ? "Make room or enlarge the disk." : "Let the server's user write in it.",
    );
  }
}

const LIMIT = seconds(12); // longer than the time limits of what is tried, whose failures say more

class TooSlow extends Error {}

/** The findings of a trial, or one that says why there are none: a failure of one must not hide the others. */
export async function bounded(
  log: Log,
  check: string,
  trial: () => Promise<readonly Finding[]>,
  limit = LIMIT,
): Promise<readonly Finding[]> {
  try {
    return await withTimeout(trial(), limit, () => new TooSlow());
  } catch (error) {
    if (error instanceof TooSlow)
      return [
        failed(check, `This took longer than ${limit / seconds(1)} s.`, "Check the network, and try again."),
      ];
    const facts = errorLogFields(error);
    log.warn({ check, ...facts }, "a check failed");
    const cause = [facts.error, facts.code, facts.sqlState].filter(Boolean).join(", ");
    return [failed(check, `This failed: ${cause}.`, "The log has the details.")];
  }
}

/** Without a schedule of ours, an operator's own job makes one a day. */
const OWN_SCHEDULE = days(2);
const SEE_FAILURE =
  "Run `rihla backup schedule`, which shows why the last one failed, and `rihla backup create`.";

/** Whether a process runs the background jobs, and whether they succeed. Where no server runs there is nothing to say. */
async function jobFinding(deps: Deps): Promise<Finding> {
  const { all, runners } = await countInstances(deps);
  if (all > 0 && runners === 0)
    return failed(
      "jobs",
      "No process runs the background jobs: no email is sent, nothing is synced or deleted.",
      "Start `rihla worker`, or a server with JOBS=on.",
    );
  const failing = (await jobStates(deps)).filter(({ failures }) => failures > 0);
  if (failing.length === 0)
    return ok("jobs", `Processes that run background jobs: ${runners}. The last run of each job succeeded.`);
  const names = failing.map(({ id, failures }) => `${id} (${failures} in a row)`).join(", ");
  return warn("jobs", `Jobs that fail: ${names}.`, 'See `rihla job list`, and "job failed" in the log.');
}

/** How far the sweeps are behind: a server that was off and a clock that jumped look the same. */
async function retentionFinding({ clock, now }: Deps): Promise<Finding> {
  const behind = now().getTime() - (await clock.retentionTime()).getTime();
  if (behind < LONGEST_STEP) return ok("retention", "What has expired is deleted every hour.");
  return warn(
    "retention",
    `The deletion of what has expired is ${Math.ceil(behind / days(1))} days behind the clock.`,
    "If the clock is wrong, set it right. If the server was off, it catches up by a day every hour.",
  );
}

/** How the last backups ended, and whether one is missing. */
async function backupFinding(deps: Deps): Promise<Finding> {
  const { cron } = deps.settings.backups;
  const { success, failure } = await lastRuns(deps);
  const now = deps.now();
  if (cron === null) return unscheduled(success?.startedAt, now);
  const last = success
    ? `The last backup was made on ${utcTime(success.startedAt)}`
    : "No backup has succeeded";
  if (failure && failure.startedAt > (success?.startedAt ?? new Date(0)))
    return failed("backups", `${last}: the one of ${utcTime(failure.startedAt)} failed.`, SEE_FAILURE);
  if (success === undefined)
    return warn(
      "backups",
      "No backup has been made yet.",
      "Run `rihla backup create`, or wait for BACKUP_CRON.",
    );
  if (isOverdue(cron, success.startedAt, now))
    return failed("backups", `${last}, although two more were due.`, SEE_FAILURE);
  return ok("backups", `${last}.`);
}

function unscheduled(last: Date | undefined, now: Date): Finding {
  if (last && now.getTime() - last.getTime() < OWN_SCHEDULE)
    return ok("backups", `The last backup was made on ${utcTime(last)}, by hand or by a job of your own.`);
  return warn(
    "backups",
    last ? `The last backup was made on ${utcTime(last)}, and none is scheduled.` : "No backups are made.",
    "Set BACKUP_CRON, such as `0 3 * * *`.",
  );
}

/** Whether places reach the main database. */
async function syncFindings(ctx: ActionContext<StaffActor>): Promise<readonly Finding[]> {
  const { settings, now } = ctx.deps;
  if (settings.syncCron === null) return [ok("sync", "The sync is off (SYNC_CRON).")];
  const { lastSyncTime, lastRun, running, totalPois, errorPois } = await stats(ctx);
  const places =
    errorPois === 0
      ? ok("places that fail", "No place fails to sync.")
      : warn(
          "places that fail",
          `Places that could not be synced: ${errorPois}.`,
          "See `rihla sync errors`.",
        );
  if (running) return [ok("sync", `A sync has been running since ${utcTime(running.startedAt)}.`), places];
  if (lastRun?.status === "failed") {
    const when = lastRun.finishedAt ? ` of ${utcTime(lastRun.finishedAt)}` : "";
    return [
      failed(
        "sync",
        `The last sync${when} failed: ${lastRun.message ?? "it was interrupted."}`,
        "Run `rihla doctor --deep`, which tries the main database.",
      ),
      places,
    ];
  }
  if (lastSyncTime === null) {
    const sentence = "No sync has run yet.";
    if (totalPois === 0) return [ok("sync", sentence), places];
    return [warn("sync", sentence, "Run `rihla sync run`, or wait for SYNC_CRON."), places];
  }
  if (isOverdue(settings.syncCron, lastSyncTime, now()))
    return [
      failed(
        "sync",
        `The last sync was on ${utcTime(lastSyncTime)}, although two more were due.`,
        "See whether a server is running, then run `rihla sync run --wait`.",
      ),
      places,
    ];
  return [ok("sync", `The last sync was on ${utcTime(lastSyncTime)}.`), places];
}
