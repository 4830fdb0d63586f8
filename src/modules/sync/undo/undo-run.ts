import { sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { minutes } from "../../../shared/duration.ts";
import { currentPois, holdPlaces } from "../../places/public.ts";
import { isRejectedValue, withMainDatabase, withMainErrors } from "../main-database/main-errors.ts";
import { rowsOf } from "../matching/resolve-matches.ts";
import { withFence } from "../runs/fence.ts";
import { type Lease, renewLease, retryWhileUnavailable } from "../runs/lease.ts";
import { perform, type StopReason, stopReason } from "../runs/perform.ts";
import { inMainTransaction, type PushContext } from "../runs/push-batch.ts";
import { FAILURES_MAX, saveFailures, saveProgress } from "../runs/source-store.ts";
import type { UndoResult } from "../schema.ts";
import type { ImageRange, Judged, Reference } from "./statements.ts";
import * as statements from "./statements.ts";
import { isLeft, LEFT, type UndoOutcome, UndoStats } from "./undo-stats.ts";

const TIMEOUT = minutes(1); // per statement over a batch
const HELD = "The run that sent it was undone. Retry it to send it again.";

interface Undo {
  readonly deps: Deps;
  readonly stats: UndoStats;
  readonly dryRun: false;
  /** The run to undo. */
  readonly target: string;
  lease: Lease;
}

/**
 * Puts back what a run has written to the main database, batch by batch, newest first; see `perform`. The main side
 * commits before the places are held: after a kill, an image that is undone there is found and its place is held.
 */
export function performUndo(deps: Deps, lease: Lease, target: string): Promise<UndoResult> {
  const undo: Undo = { deps, lease, target, dryRun: false, stats: new UndoStats(target) };
  return perform(undo, () => undoAll(undo));
}

async function undoAll(undo: Undo): Promise<StopReason> {
  const { deps, target } = undo;
  const fence = await retryWhileUnavailable(deps, () => fenceOf(deps.db, target)); // it may have ended just now
  if (fence === null) return null;
  return withMainDatabase(deps, (main) =>
    withFence(undo, main, async (push) => {
      const inMain = <T>(work: () => Promise<T>) => withMainErrors(deps.log, work);
      const references = await inMain(() => readReferences(main));
      return undoPages(undo, { ...push, target: fence, references }, inMain);
    }),
  );
}

async function fenceOf(db: Database, runId: string): Promise<number | null> {
  const rows = await db.query<{ fence: number | null }>("select fence from sync_runs where id = $1", [runId]);
  return rows[0]?.fence ?? null;
}

const reading =
  (main: Database) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    main.transaction(work, { readOnly: true, timeoutMs: TIMEOUT });

export const readReferences = (main: Database) =>
  reading(main)((tx) => rowsOf<statements.Reference>(tx, statements.selectReferences));

async function undoPages(
  undo: Undo,
  context: UndoContext,
  inMain: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<StopReason> {
  const { stats } = undo;
  const read = reading(context.main);
  stats.total = await inMain(() => read((tx) => countOf(tx, context.target)));
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const stopped = await stopReason(undo);
    if (stopped !== null) return stopped;
    const [batch] = await inMain(() => read((tx) => batchBelow(tx, context, below)));
    if (batch === undefined) return null;
    const { id, size } = batch;
    const outcome = await inMain(() => undoBatch(context, { batch: id, from: 1, to: size }));
    stats.add(size, outcome);
    await retryWhileUnavailable(undo.deps, () => markUndone(undo, outcome));
    below = id;
  }
}

async function countOf(tx: Tx, fence: number): Promise<number> {
  const [row] = await rowsOf<{ images: number }>(tx, statements.countImages(fence));
  return row?.images ?? 0;
}

const batchBelow = (tx: Tx, { target }: UndoContext, below: number) =>
  rowsOf<statements.ImageBatch>(tx, statements.selectBatch(target, below));

/** Holds the places whose rows were put back, and saves which rows were left. Throws `LeaseLost`. */
async function markUndone({ deps, lease, stats }: Undo, { undone, left }: UndoOutcome): Promise<void> {
  const placesOf = (isUnlink: boolean) =>
    undone.filter(({ kind }) => (kind === "unlink") === isUnlink).map(({ place }) => place);
  const failures = left.map(({ row: { place, name }, message }) => ({
    place: { source_id: place, name },
    message,
  }));
  await deps.db.transaction(
    async (tx) => {
      await renewLease(tx, lease);
      await holdPlaces(tx, placesOf(false), HELD, FAILURES_MAX);
      await holdUnlinks(tx, placesOf(true));
      await saveFailures(tx, lease, failures);
      await saveProgress(tx, lease, stats);
    },
    { timeoutMs: TIMEOUT },
  );
}

/** The rows of deleted places are linked again, until someone retries. */
async function holdUnlinks(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    insert into sync_unlinks (poi_id, held)
    select d.id, true from json_array_elements_text(${JSON.stringify(ids)}::json) d(id)
    where not exists (select from ${currentPois} p where p.id = d.id) on conflict (poi_id) do update set held = true`);
}

/** What an undo must know of the main database. */
interface UndoContext extends PushContext {
  /** The fencing token of the run to undo. */
  readonly target: number;
  readonly references: readonly Reference[];
}

/**
 * Puts back the rows of some images in one transaction. If the main database refuses a value, the batch is halved until
 * the row is alone.
 */
async function undoBatch(undo: UndoContext, range: ImageRange): Promise<UndoOutcome> {
  try {
    return outcomeOf(await inMainTransaction(undo, (tx) => putBack(tx, undo, range, true)));
  } catch (error) {
    if (!isRejectedValue(error)) throw error;
    const { from, to } = range;
    if (from === to) return refused(await inMainTransaction(undo, (tx) => putBack(tx, undo, range, false)));
    const half = Math.floor((from + to) / 2);
    const newer = await undoBatch(undo, { ...range, from: half + 1 });
    return merged(newer, await undoBatch(undo, { ...range, to: half }));
  }
}

async function putBack(tx: Tx, undo: UndoContext, range: ImageRange, writes: boolean): Promise<Judged[]> {
  const { target, shape, references } = undo;
  await tx.execute(statements.stageImages(target, range, shape));
  await tx.execute(statements.lockRows);
  await tx.execute(statements.judge(shape, references));
  if (writes) {
    await tx.execute(statements.restoreRows(shape));
    await tx.execute(statements.deleteRows);
    await tx.execute(statements.markUndone(target, range.batch));
  }
  return rowsOf<Judged>(tx, statements.selectJudged);
}

function outcomeOf(rows: readonly Judged[]): UndoOutcome {
  const now = rows.filter(({ verdict }) => verdict === "undo");
  return {
    undone: rows.filter(({ verdict }) => verdict === "undo" || verdict === "done"),
    left: rows.flatMap((row) => (isLeft(row.verdict) ? { row, message: LEFT[row.verdict] } : [])),
    restored: now.filter(({ kind }) => kind !== "insert"),
    removed: now.filter(({ kind }) => kind === "insert"),
  };
}

const refused = (rows: readonly Judged[]): UndoOutcome => ({
  ...NOTHING,
  left: rows.map((row) => ({ row, message: LEFT.refused })),
});
const NOTHING: UndoOutcome = { undone: [], left: [], restored: [], removed: [] };

const merged = (one: UndoOutcome, other: UndoOutcome): UndoOutcome => ({
  undone: [...one.undone, ...other.undone],
  left: [...one.left, ...other.left],
  restored: [...one.restored, ...other.restored],
  removed: [...one.removed, ...other.removed],
});
