import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { endedTiers, expireTiersBeforeSync } from "../../evidence/expire/service.ts";
import { withMainDatabase, withMainErrors } from "../main-database/main-errors.ts";
import type { SyncResult, TriggerInput } from "../schema.ts";
import { withFence } from "./fence.ts";
import { type Lease, renewLease } from "./lease.ts";
import { perform, type StopReason, stopReason } from "./perform.ts";
import { type PushContext, pushBatch } from "./push-batch.ts";
import { retryWhileUnavailable } from "./retry.ts";
import { RunStats } from "./run-stats.ts";
import {
  type BatchOutcome,
  type Cursor,
  countDue,
  type DuePlace,
  markBatch,
  readDue,
  readSynced,
  saveFence,
  saveProgress,
} from "./source-store.ts";
import { countDeleted, unlinkDeleted } from "./unlink.ts";

const BATCH_SIZE = 5_000; // places per transaction: keeps progress visible and locks short

type RunOptions = Pick<TriggerInput, "dryRun" | "full">;

/** A push in progress. */
interface Run extends RunOptions {
  readonly deps: Deps;
  readonly stats: RunStats;
  lease: Lease;
}

/** Pushes the due places batch by batch; see `perform`. */
export function performRun(deps: Deps, lease: Lease, options: RunOptions): Promise<SyncResult> {
  const run: Run = { ...options, deps, stats: new RunStats(options.dryRun), lease };
  return perform(run, () => pushAll(run));
}

async function pushAll(run: Run): Promise<StopReason> {
  const { deps, full, dryRun, stats } = run;
  if (!dryRun) await retryWhileUnavailable(deps, () => expireTiersBeforeSync(deps));
  const ended = dryRun && !full ? await retryWhileUnavailable(deps, () => withEndedTiers(deps)) : [];
  stats.total = (await retryWhileUnavailable(deps, () => countDue(deps.db, full))) + ended.length;
  const begun = async (tx: Tx) => {
    await renewLease(tx, run.lease);
    await saveProgress(tx, run.lease, stats);
  };
  await retryWhileUnavailable(deps, () => deps.db.transaction(begun));
  if (stats.total === 0 && (await retryWhileUnavailable(deps, () => countDeleted(deps.db))) === 0)
    return null;
  return withMainDatabase(deps, (main) => withFence(run, main, (push) => pushWithFence(run, push, ended)));
}

/** Synced places that a run would send because it stores their tiers of today first, which a dry run must not. */
async function withEndedTiers(deps: Deps): Promise<readonly DuePlace[]> {
  const tiers = await endedTiers(deps);
  const places = await readSynced(deps.db, [...tiers.keys()]);
  return places.map((place) => ({
    ...place,
    halal_verification_status: tiers.get(place.source_id),
    is_synced: false,
  }));
}

async function pushWithFence(run: Run, push: PushContext, ended: readonly DuePlace[]): Promise<StopReason> {
  const { deps, dryRun, lease } = run;
  if (!dryRun) await retryWhileUnavailable(deps, () => saveFence(deps.db, lease)); // before the first image
  const isStopped = async () => (await stopReason(run)) !== null;
  run.stats.unlinked = await unlinkDeleted(run.deps, run.lease, push, isStopped);
  for (let from = 0; from < ended.length; from += BATCH_SIZE) {
    const batch = ended.slice(from, from + BATCH_SIZE);
    await mark(run, batch, await withMainErrors(deps.log, () => pushBatch(push, batch)));
  }
  return (await pushPass(run, push, false)) ?? (await pushPass(run, push, true));
}

/** A pipeline: reads a batch while the previous one is pushed and the one before is recorded. */
async function pushPass(run: Run, push: PushContext, withoutPlaceId: boolean): Promise<StopReason> {
  const { deps, full } = run;
  const read = (after: string) =>
    handled(
      retryWhileUnavailable(deps, () =>
        readDue(deps.db, full, { withoutPlaceId, after } satisfies Cursor, BATCH_SIZE),
      ),
    );
  let next = read("");
  let marked: Promise<void> = Promise.resolve();
  try {
    let stopped = await stopReason(run);
    for (;;) {
      const batch = await next;
      const last = batch.at(-1);
      if (!last && withoutPlaceId) return null;
      if (!last || stopped) return stopped;
      if (batch.length === BATCH_SIZE) next = read(last.source_id);
      else next = Promise.resolve([]);
      const outcome = await withMainErrors(deps.log, () => pushBatch(push, batch));
      await marked;
      stopped = await stopReason(run); // before recording, for which an embedded database would make it wait
      marked = handled(mark(run, batch, outcome));
    }
  } finally {
    await next.catch(() => {});
    await marked;
  }
}

/** Marks a promise as handled: it is awaited later. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

async function mark(run: Run, batch: readonly DuePlace[], outcome: BatchOutcome): Promise<void> {
  const { deps, stats, dryRun } = run;
  const counts = stats.after(batch.length, outcome.failures.length, outcome.written);
  await retryWhileUnavailable(deps, () => markBatch(deps, run.lease, batch, outcome, counts, dryRun));
  const failed = new Set(outcome.failures.map(({ place }) => place));
  for (const place of batch) if (!failed.has(place)) stats.addSynced(place.name);
  for (const { place, message } of outcome.failures) stats.addFailed(place.name, message);
  stats.written += outcome.written;
}
