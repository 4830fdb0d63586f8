import { eq } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { Tx } from "../../../db/client.ts";
import { LeaseLost, MainDatabaseError } from "../main-database/main-errors.ts";
import { type RunStatus, TAKEN_OVER } from "../schema.ts";
import { syncRuns } from "../table.ts";
import { keepLease, type Lease, releaseLease, retryWhileUnavailable } from "./lease.ts";
import type { RunCounts } from "./run-stats.ts";
import { isCancelRequested, saveProgress } from "./source-store.ts";

/** Why a run ended early; null if it processed everything. */
export type StopReason = "cancelled" | "interrupted" | null;

/** The counts of a run, and what they are in the answer. */
interface Stats<Result> extends RunCounts {
  /** The message of a run that ended with this status, in one or two sentences. */
  message(status: RunStatus, reason: string): string;
  result(success: boolean, message: string): Result;
}

/** A run in progress. */
export interface Performance<Result> {
  readonly deps: Deps;
  readonly stats: Stats<Result>;
  lease: Lease;
}

/**
 * Does the `work` of a run and finishes it in any case. A failure of the main database is part of the result. Throws
 * unexpected errors, and if the local database is unavailable.
 */
export async function perform<Result>(
  run: Performance<Result>,
  work: () => Promise<StopReason>,
): Promise<Result> {
  const { deps, lease, stats } = run;
  const stopHeartbeat = keepLease(deps, lease);
  try {
    const stopped = await work();
    return await finish(run, stopped ?? (stats.errors > 0 ? "partial" : "succeeded"), "");
  } catch (error) {
    if (error instanceof LeaseLost) return leaseLost(run);
    const sentence =
      error instanceof MainDatabaseError ? error.message : "An unexpected error stopped the run.";
    const result = await finish(run, "failed", sentence);
    if (error instanceof MainDatabaseError) return result;
    deps.log.error({ ...errorLogFields(error), runId: lease.runId }, "a sync run failed");
    throw error;
  } finally {
    stopHeartbeat();
  }
}

export async function stopReason({
  deps,
  lease,
}: Pick<Performance<unknown>, "deps" | "lease">): Promise<StopReason> {
  if (deps.ports.mainDatabase.stopping.aborted) return "interrupted";
  return (await retryWhileUnavailable(deps, () => isCancelRequested(deps.db, lease))) ? "cancelled" : null;
}

/** Saves the result and releases the lease. */
async function finish<Result>(run: Performance<Result>, status: RunStatus, reason: string): Promise<Result> {
  const { deps, lease, stats } = run;
  const message = stats.message(status, reason);
  const end = async (tx: Tx) => {
    if (!(await releaseLease(tx, lease))) return false;
    await saveProgress(tx, lease, stats);
    await tx
      .update(syncRuns)
      .set({ status, message, finishedAt: deps.now() })
      .where(eq(syncRuns.id, lease.runId));
    return true;
  };
  const isOurs = await retryWhileUnavailable(deps, () => deps.db.transaction(end));
  if (!isOurs) return leaseLost(run);
  return stats.result(status === "succeeded", message);
}

const leaseLost = <Result>({ stats }: Performance<Result>): Result =>
  stats.result(false, `This run was too slow to say that it lives, and ${TAKEN_OVER}`);
