import { Cron } from "croner";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { stats } from "../../sync/queries.ts";
import { failed, ok, utc, warn } from "./findings.ts";
import type { Finding } from "./schema.ts";

/** Whether places reach the main database. */
export async function syncFindings(ctx: ActionContext<StaffActor>): Promise<readonly Finding[]> {
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
  if (running) return [ok("sync", `A sync has been running since ${utc(running.startedAt)}.`), places];
  if (lastRun?.status === "failed") {
    const when = lastRun.finishedAt ? ` of ${utc(lastRun.finishedAt)}` : "";
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
  const [, before] = new Cron(settings.syncCron, { paused: true }).previousRuns(2, now());
  if (before !== undefined && lastSyncTime < before)
    return [
      failed(
        "sync",
        `The last sync was on ${utc(lastSyncTime)}, although two more were due.`,
        "See whether a server is running, then run `rihla sync run --wait`.",
      ),
      places,
    ];
  return [ok("sync", `The last sync was on ${utc(lastSyncTime)}.`), places];
}
