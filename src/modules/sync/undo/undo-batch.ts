import type { Tx } from "../../../db/client.ts";
import { isRejectedValue } from "../main-database/main-errors.ts";
import { rowsOf } from "../matching/resolve-matches.ts";
import { inMainTransaction, type PushContext } from "../runs/push-batch.ts";
import type { ImageRange, Judged, Reference } from "./statements.ts";
import * as statements from "./statements.ts";
import { isLeft, LEFT, type UndoOutcome } from "./undo-stats.ts";

/** What an undo must know of the main database. */
export interface UndoContext extends PushContext {
  /** The fencing token of the run to undo. */
  readonly target: number;
  readonly references: readonly Reference[];
}

/**
 * Puts back the rows of some images in one transaction. If the main database refuses a value, the batch is halved until
 * the row is alone.
 */
export async function undoBatch(undo: UndoContext, range: ImageRange): Promise<UndoOutcome> {
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
