import { eq } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { Tx } from "../../../db/client.ts";
import { askingMain, MainDatabaseError, Overtaken, withMain } from "../main-database/main-failure.ts";
import { type RunStatus, type SyncResult, TAKEN_OVER, type TriggerInput } from "../schema.ts";
import {
  type Cursor,
  countDue,
  type DuePlace,
  isCancelAsked,
  markBatch,
  noteProgress,
  type Outcome,
  readDue,
} from "../source-store.ts";
import { syncRuns } from "../table.ts";
import { countGone, unlinkGone } from "../unlink.ts";
import { enterMain } from "./acquire-fence.ts";
import { type Push, pushBatch } from "./batch.ts";
import { keepAlive, type Lease, releaseWithin, renewWithin } from "./lease.ts";
import { patiently } from "./retry.ts";
import { Tally } from "./run-stats.ts";

const BATCH = 5_000; // places a transaction: progress stays visible and locks short

type Wish = Pick<TriggerInput, "dryRun" | "full">;

/** How a run ended: null where all places were dealt with. */
type Stopped = "cancelled" | "interrupted" | null;

/** A run under way. */
interface Run extends Wish {
  readonly deps: Deps;
  readonly tally: Tally;
  lease: Lease;
}

/**
 * Pushes what is due, batch by batch, and ends the run, whatever happens. A main database that fails is an answer
 * of its own, with what was done before. Throws what nobody foresaw, and where the local database is away.
 */
export async function performRun(deps: Deps, lease: Lease, wish: Wish): Promise<SyncResult> {
  const run: Run = { ...wish, deps, tally: new Tally(wish.dryRun), lease };
  const rest = keepAlive(deps, lease);
  try {
    const stopped = await pushAll(run);
    return await finish(run, stopped ?? (run.tally.errors > 0 ? "partial" : "succeeded"), "");
  } catch (error) {
    if (error instanceof Overtaken) return overtaken(run);
    const sentence =
      error instanceof MainDatabaseError ? error.message : "Something unforeseen stopped the run.";
    const result = await finish(run, "failed", sentence);
    if (error instanceof MainDatabaseError) return result;
    deps.log.error({ ...errorLogFields(error), runId: lease.runId }, "a run of the sync broke off");
    throw error;
  } finally {
    rest();
  }
}

async function pushAll(run: Run): Promise<Stopped> {
  const { deps, full, tally } = run;
  tally.total = await patiently(deps, () => countDue(deps.db, full));
  const begun = async (tx: Tx) => {
    await renewWithin(tx, run.lease);
    await noteProgress(tx, run.lease, tally);
  };
  await patiently(deps, () => deps.db.transaction(begun));
  if (tally.total === 0 && (await patiently(deps, () => countGone(deps.db))) === 0) return null;
  return withMain(deps, (main) => enterMain(run, main, (push) => pushOver(run, push)));
}

async function pushOver(run: Run, push: Push): Promise<Stopped> {
  const isStopped = async () => (await stoppedBy(run)) !== null;
  run.tally.unlinked = await unlinkGone(run.deps, run.lease, push, isStopped);
  return (await pushPass(run, push, false)) ?? (await pushPass(run, push, true));
}

/** Reads, writes there and marks here at the same time, each batch one behind the other. */
async function pushPass(run: Run, push: Push, withoutPlaceId: boolean): Promise<Stopped> {
  const { deps, full } = run;
  const read = (after: string) =>
    heard(patiently(deps, () => readDue(deps.db, full, { withoutPlaceId, after } satisfies Cursor, BATCH)));
  let next = read("");
  let marked: Promise<void> = Promise.resolve();
  try {
    let stopped = await stoppedBy(run);
    for (;;) {
      const batch = await next;
      const last = batch.at(-1);
      if (!last && withoutPlaceId) return null;
      if (!last || stopped) return stopped;
      if (batch.length === BATCH) next = read(last.source_id);
      else next = Promise.resolve([]);
      const outcome = await askingMain(deps.log, () => pushBatch(push, batch));
      await marked;
      stopped = await stoppedBy(run); // before the marking, which an embedded database would make it wait for
      marked = heard(mark(run, batch, outcome));
    }
  } finally {
    await next.catch(() => {});
    await marked;
  }
}

/** Its failure is looked at later, and counts as seen meanwhile. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

async function stoppedBy({ deps, lease }: Run): Promise<Stopped> {
  if (deps.ports.mainDatabase.ending.aborted) return "interrupted";
  return (await patiently(deps, () => isCancelAsked(deps.db, lease))) ? "cancelled" : null;
}

async function mark(run: Run, batch: readonly DuePlace[], outcome: Outcome): Promise<void> {
  const { deps, tally, dryRun } = run;
  const counts = tally.after(batch.length, outcome.failures.length, outcome.written);
  await patiently(deps, () => markBatch(deps, run.lease, batch, outcome, counts, dryRun));
  const failed = new Set(outcome.failures.map(({ place }) => place));
  for (const place of batch) if (!failed.has(place)) tally.pass(place.name);
  for (const { place, message } of outcome.failures) tally.fail(place.name, message);
  tally.written += outcome.written;
}

/** Writes how it ended and gives the lease back. */
async function finish(run: Run, status: RunStatus, reason: string): Promise<SyncResult> {
  const { deps, lease, tally } = run;
  const message = tally.message(status, reason);
  const end = async (tx: Tx) => {
    if (!(await releaseWithin(tx, lease))) return false;
    await noteProgress(tx, lease, tally);
    await tx
      .update(syncRuns)
      .set({ status, message, finishedAt: deps.now() })
      .where(eq(syncRuns.id, lease.runId));
    return true;
  };
  const isOurs = await patiently(deps, () => deps.db.transaction(end));
  if (!isOurs) return overtaken(run);
  return tally.result(status === "succeeded", message);
}

const overtaken = ({ tally }: Run): SyncResult =>
  tally.result(false, `This run was too slow to say that it lives, and ${TAKEN_OVER}`);
