import { eq, sql } from "drizzle-orm";
import type { Deps } from "../../core/context.ts";
import { factsOf } from "../../core/failure.ts";
import type { Database, Tx } from "../../db/client.ts";
import { minutes } from "../../shared/duration.ts";
import { inMain, type Push, pushBatch } from "./batch.ts";
import { Claims } from "./claims.ts";
import { keepAlive, type Lease, raiseFence, releaseWithin, renewWithin } from "./lease.ts";
import { type Cursor, countDue, type DuePlace, markBatch, noteProgress, readDue } from "./local.ts";
import { askingMain, MainDatabaseError, Overtaken, withMain } from "./main-failure.ts";
import { prepareMain, prepareWithin } from "./main-table.ts";
import type { RunStatus, SyncResult, TriggerInput } from "./schema.ts";
import { syncRuns } from "./table.ts";
import { Tally } from "./tally.ts";
import { countGone, unlinkGone } from "./unlink.ts";

const CLAIM_TIMEOUT = minutes(1); // a frozen runner keeps its locks for half a minute
const BATCH = 5_000; // places a transaction: progress stays visible and locks short

type Wish = Pick<TriggerInput, "dryRun" | "full">;

/** How a run ended: null where all places were dealt with. */
type Stopped = "cancelled" | "interrupted" | null;

/** A run under way. */
interface Run extends Wish {
  readonly deps: Deps;
  readonly tally: Tally;
  lease: Lease;
  cancelAsked: boolean;
}

/**
 * Pushes what is due, batch by batch, and ends the run, whatever happens. A main database that fails is an answer
 * of its own, with what was done before. Throws what nobody foresaw, and where the local database is away.
 */
export async function performRun(deps: Deps, lease: Lease, wish: Wish): Promise<SyncResult> {
  const run: Run = { ...wish, deps, tally: new Tally(wish.dryRun), lease, cancelAsked: false };
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
    deps.log.error({ ...factsOf(error), runId: lease.runId }, "a run of the sync broke off");
    throw error;
  } finally {
    rest();
  }
}

async function pushAll(run: Run): Promise<Stopped> {
  const { deps, full, tally } = run;
  tally.total = await countDue(deps.db, full);
  await deps.db.transaction(async (tx) => {
    await renewWithin(tx, run.lease);
    await noteProgress(tx, run.lease, tally);
  });
  if (tally.total === 0 && (await countGone(deps.db)) === 0) return null;
  return withMain(deps, async (main) => {
    const push = await enterMain(run, main);
    tally.unlinked = await unlinkGone(deps, run.lease, push);
    return (await pushPass(run, push, false)) ?? (await pushPass(run, push, true));
  });
}

/** Makes what is missing there and raises the fence, from where on an older run can write nothing. */
async function enterMain(run: Run, main: Database): Promise<Push> {
  const { deps, dryRun } = run;
  const push = { main, idType: "text", fence: 0, dryRun, claims: new Claims(), now: deps.now };
  const ask = <T>(work: () => Promise<T>) => askingMain(deps.log, work);
  if (dryRun) return { ...push, ...(await ask(() => inMain(push, prepareWithin))) };
  const { idType } = await ask(() => prepareMain(main));
  for (;;) {
    const seen = await ask(() => claimFence(main, run.lease.fence));
    if (seen < run.lease.fence) return { ...push, idType, fence: run.lease.fence };
    run.lease = await raiseFence(deps.db, run.lease, seen);
  }
}

/** The number that the main database had; raised to ours where that is greater. */
async function claimFence(main: Database, fence: number): Promise<number> {
  const claim = async (tx: Tx) => {
    const { rows } = await tx.execute<{ fence: number }>(
      sql`select fence from public.rihla_sync_fence where id = 1 for update`,
    );
    const seen = rows[0]?.fence ?? 0;
    if (seen < fence) await tx.execute(sql`update public.rihla_sync_fence set fence = ${fence} where id = 1`);
    return seen;
  };
  return main.transaction(claim, { timeoutMs: CLAIM_TIMEOUT });
}

/** Reads, writes there and marks here at the same time, each batch one behind the other. */
async function pushPass(run: Run, push: Push, withoutPlaceId: boolean): Promise<Stopped> {
  const { deps, full } = run;
  const read = (after: string) =>
    heard(readDue(deps.db, full, { withoutPlaceId, after } satisfies Cursor, BATCH));
  let next = read("");
  let marked: Promise<void> = Promise.resolve();
  try {
    for (;;) {
      const batch = await next;
      const last = batch.at(-1);
      const stopped = stoppedBy(run);
      if (!last || stopped) return stopped;
      if (batch.length === BATCH) next = read(last.source_id);
      else next = Promise.resolve([]);
      const outcome = await askingMain(deps.log, () => pushBatch(push, batch));
      await marked;
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

function stoppedBy({ deps, cancelAsked }: Run): Stopped {
  if (deps.ports.mainDatabase.ending.aborted) return "interrupted";
  return cancelAsked ? "cancelled" : null;
}

async function mark(run: Run, batch: readonly DuePlace[], outcome: Awaited<ReturnType<typeof pushBatch>>) {
  const { deps, tally } = run;
  const failed = new Set(outcome.failures.map(({ place }) => place));
  for (const place of batch) if (!failed.has(place)) tally.pass(place.name);
  for (const { place, message } of outcome.failures) tally.fail(place.name, message);
  tally.written += outcome.written;
  run.cancelAsked = await markBatch(deps, run.lease, batch, outcome, tally);
}

/** Writes how it ended and gives the lease back. */
async function finish(run: Run, status: RunStatus, reason: string): Promise<SyncResult> {
  const { deps, lease, tally } = run;
  const message = tally.message(status, reason);
  const isOurs = await deps.db.transaction(async (tx) => {
    if (!(await releaseWithin(tx, lease))) return false;
    await noteProgress(tx, lease, tally);
    await tx
      .update(syncRuns)
      .set({ status, message, finishedAt: deps.now() })
      .where(eq(syncRuns.id, lease.runId));
    return true;
  });
  if (!isOurs) return overtaken(run);
  return tally.result(status === "succeeded", message);
}

const overtaken = ({ tally }: Run): SyncResult =>
  tally.result(false, "This run was too slow to say that it lives, and another one has taken over.");
