import { eq } from "drizzle-orm";
import type { z } from "zod";
import { asLongRead } from "../../../core/limits/long-reads.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { rollBack } from "../../../db/transactions/rolled-back.ts";
import { days, minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { untilAborted } from "../../../shared/with-timeout.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { deleteImages, hasImages } from "../main-database/images.ts";
import {
  MainDatabaseError,
  readMain,
  withMainDatabase,
  withMainErrors,
} from "../main-database/main-errors.ts";
import { readyShape } from "../main-database/main-table.ts";
import { CONFIGURE } from "../main-database/statements.ts";
import { rowsOf } from "../matching/resolve-matches.ts";
import { acquireLease } from "../runs/lease.ts";
import { DETAILS_MAX, UNDO_DAYS, type UndoResult, type undoInput } from "../schema.ts";
import { syncRuns } from "../table.ts";
import type { Counted, Judged } from "./statements.ts";
import * as statements from "./statements.ts";
import { performUndo, readReferences } from "./undo-run.ts";
import { UndoStats } from "./undo-stats.ts";

const PREVIEW_TIMEOUT = minutes(2); // compares every row of the run
const BATCHES_PER_DELETE = 20; // of up to 5,000 images each

/**
 * Puts back what a run has written to the main database, and holds its places until someone retries them. A dry run only
 * counts. Can be repeated: an undo that ended early goes on. Throws 404; 409 if the run cannot be undone or another one is
 * in progress; 503 if too many are being counted.
 */
export async function undo(
  ctx: ActionContext<StaffActor>,
  { id, dryRun, wait }: z.output<typeof undoInput>,
): Promise<UndoResult> {
  const { deps } = ctx;
  const { fence } = await findTarget(deps, id);
  if (dryRun) {
    skipAuditCheck(ctx);
    return asLongRead(ctx, () => preview(deps, { id, fence }));
  }
  const lease = await acquireLease(
    ctx,
    { kind: "undo", undoes: id, dryRun, full: false },
    wait,
    (tx, runId) => record(tx, ctx, { subject: id, after: { runId } }),
  );
  return performUndo(deps, lease, id);
}

/** The run to undo. */
interface Target {
  readonly id: string;
  /** Null if it wrote nothing. */
  readonly fence: number | null;
}

async function findTarget({ db, now }: Deps, id: string): Promise<Target> {
  const [run] = await db.orm.select().from(syncRuns).where(eq(syncRuns.id, id));
  if (!run) throw new DomainError("notFound", "This run does not exist");
  const refusal = refusalOf(run, now());
  if (refusal !== null) throw new DomainError("conflict", refusal);
  return { id, fence: run.fence };
}

/** Why a run cannot be undone; null if it can. */
function refusalOf({ kind, dryRun, startedAt }: typeof syncRuns.$inferSelect, now: Date): string | null {
  if (kind === "undo") return "An undo cannot be undone. Retry its places to send them again.";
  if (dryRun) return "A dry run has changed nothing that could be undone.";
  if (startedAt.getTime() < now.getTime() - days(UNDO_DAYS))
    return `A run can be undone for ${UNDO_DAYS} days.`;
  return null;
}

/** What an undo would do now. Throws 503 if the main database cannot be used. */
async function preview(deps: Deps, { id, fence }: Target): Promise<UndoResult> {
  const stats = new UndoStats(id);
  if (fence !== null) await readMain(deps, (main) => addPreview(main, fence, stats));
  return stats.result(stats.errors === 0, stats.forecastMessage);
}

async function addPreview(main: Database, fence: number, stats: UndoStats): Promise<void> {
  const shape = await readyShape(main);
  const references = await readReferences(main);
  if (shape === null) return;
  await main.transaction(
    async (tx) => {
      await tx.execute(CONFIGURE);
      const counts = await rowsOf<Counted>(tx, statements.countPreview(fence, shape, references));
      const left = await rowsOf<Judged>(tx, statements.selectLeft(fence, shape, references, DETAILS_MAX));
      stats.forecast(counts, left);
    },
    { readOnly: true, timeoutMs: PREVIEW_TIMEOUT },
  );
}

/** Deletes before-images that are too old for an undo; part of the hourly sweep. An unavailable main database is tried again. */
export async function deleteOldImages(deps: Deps): Promise<void> {
  if ((await withOldImages(deps, deleteAll)) !== null) await forgetOldImages(deps);
}

/**
 * What `deleteOldImages` would delete from the main database: rows by table. Null if there is nothing, or if the main
 * database cannot be used. Must not be called in a transaction, as it may wait for the main database.
 */
export async function previewOldImages(
  deps: Deps,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, number>> | null> {
  const preview = (main: Database, fence: number) =>
    rollBack(main, (within) => deleteAll(within, fence), { signal });
  const found = await untilAborted(withOldImages(deps, preview), signal);
  return found === null ? null : found.deleted;
}

/** Records that the before-images which are too old for an undo have been deleted. */
export async function forgetOldImages({ db, now }: Deps): Promise<void> {
  await db.query("update sync_runs set fence = null where started_at < $1", [lastUndo(now())]);
}

/** Runs that began before then cannot be undone. */
const lastUndo = (now: Date): string => new Date(now.getTime() - days(UNDO_DAYS)).toISOString();

/** Null if no run has before-images that are too old, or if the main database cannot be used. */
async function withOldImages<T>(
  deps: Deps,
  work: (main: Database, fence: number) => Promise<T>,
): Promise<T | null> {
  const [row] = await deps.db.query<{ fence: number | null }>(
    "select max(fence) as fence from sync_runs where started_at < $1",
    [lastUndo(deps.now())],
  );
  const fence = row?.fence ?? null;
  if (fence === null) return null;
  try {
    return await withMainDatabase(deps, (main) => withMainErrors(deps.log, () => work(main, fence)));
  } catch (error) {
    if (error instanceof MainDatabaseError) return null; // it is logged
    throw error;
  }
}

async function deleteAll(main: Database, fence: number): Promise<void> {
  const some = async (tx: Tx) => {
    const [row] = await rowsOf<{ hasImages: boolean }>(tx, hasImages);
    return row?.hasImages ? (await tx.execute(deleteImages(fence, BATCHES_PER_DELETE))).rowCount : 0;
  };
  while ((await main.transaction(some, { timeoutMs: PREVIEW_TIMEOUT })) > 0);
}
