import { Cron } from "croner";
import type { Deps } from "../../../core/rpc/context.ts";
import { days, hours } from "../../../shared/duration.ts";
import { lastRuns } from "../backups/runs.ts";
import { failed, ok, utc, warn } from "./findings.ts";
import type { Finding } from "./schema.ts";

/** Long enough for a large backup that is being made. */
const GRACE = hours(1);
/** Without a schedule of ours, an operator's own job makes one a day. */
const OWN_SCHEDULE = days(2);
const SEE_FAILURE =
  "Run `rihla backup schedule`, which shows why the last one failed, and `rihla backup create`.";

/** How old the newest backup in the store is. */
export async function backupFinding(deps: Deps): Promise<Finding> {
  const { cron } = deps.settings.backups;
  const { success, failure } = await lastRuns(deps);
  const now = deps.now();
  if (cron === null) return unscheduled(success?.startedAt, now);
  const [due] = new Cron(cron, { paused: true }).previousRuns(1, new Date(now.getTime() - GRACE));
  if (success && (due === undefined || success.startedAt >= due))
    return ok("backups", `The last backup was made on ${utc(success.startedAt)}.`);
  if (success || failure) {
    const last = success
      ? `The last backup was made on ${utc(success.startedAt)}`
      : "No backup has succeeded";
    return failed("backups", `${last}: the one of ${due ? utc(due) : "today"} is missing.`, SEE_FAILURE);
  }
  return warn(
    "backups",
    "No backup has been made yet.",
    "Run `rihla backup create`, or wait for BACKUP_CRON.",
  );
}

function unscheduled(last: Date | undefined, now: Date): Finding {
  if (last && now.getTime() - last.getTime() < OWN_SCHEDULE)
    return ok("backups", `The last backup was made on ${utc(last)}, by hand or by a job of your own.`);
  return warn(
    "backups",
    last ? `The last backup was made on ${utc(last)}, and none is scheduled.` : "No backups are made.",
    "Set BACKUP_CRON, such as `0 3 * * *`.",
  );
}
