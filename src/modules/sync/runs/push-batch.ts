import type { Database, Tx } from "../../../db/client.ts";
import { inRolledBack } from "../../../db/transactions/rolled-back.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { writtenRows } from "../main-database/images.ts";
import { isRejectedValue, LeaseLost, MainDatabaseError } from "../main-database/main-errors.ts";
import { prepareMainTableIn } from "../main-database/main-table.ts";
import * as statements from "../main-database/statements.ts";
import type { TableShape } from "../main-database/table-shape.ts";
import { matchBatch } from "../matching/match-batch.ts";
import type { MainRow } from "../matching/matching.ts";
import { type DryRunState, rowsOf } from "../matching/resolve-matches.ts";
import type { BatchOutcome, DuePlace, Failure } from "./source-store.ts";

const TIMEOUT = minutes(2); // per statement; the locks of a frozen runner expire after half a minute

/** The state of a run between batches. */
export interface PushContext {
  readonly main: Database;
  readonly shape: TableShape;
  readonly fence: number;
  readonly dryRun: boolean;
  readonly dryRunState: DryRunState;
  readonly now: () => Date;
  /** The transaction around a whole dry run that had to change the schema first. */
  readonly outerTx?: Tx;
  /** By `performance.now()`: the end of the time for which others may have to wait for their table. */
  readonly outerTxEnd?: number;
}

const OUTER_TX_TIMEOUT = seconds(10); // the columns that a dry run adds lock a table that others use
const NEEDS_MIGRATION =
  "The table places of the main database lacks something, and a dry run would lock it for too long: run `rihla db migrate` first.";

type OpenTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const transactionsOf =
  (main: Database): OpenTransaction =>
  (work) =>
    main.transaction(work, { timeoutMs: TIMEOUT });

/** Runs `work` in a transaction of the main database that locks the fence. Throws `LeaseLost`. */
export async function inMainTransaction<T>(push: PushContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { main, fence, dryRun, outerTx, outerTxEnd = Number.POSITIVE_INFINITY } = push;
  if (performance.now() > outerTxEnd) throw new MainDatabaseError(NEEDS_MIGRATION);
  const guarded = async (tx: Tx): Promise<T> => {
    await tx.execute(statements.CONFIGURE);
    if (!dryRun && (await tx.execute(statements.lockFence(fence))).rows.length === 0) {
      throw new LeaseLost("the main database has seen a newer run");
    }
    return work(tx);
  };
  if (!dryRun) return transactionsOf(main)(guarded);
  return inRolledBack(outerTx ? (each) => outerTx.transaction(each) : transactionsOf(main), guarded);
}

/**
 * A dry run over an incomplete table: all of it in one transaction, so that what is missing is created once. Returns
 * the settled result of `work` instead of throwing its error, so that no retry runs it again.
 */
export function withPreparedTable<T>(
  push: PushContext,
  work: (push: PushContext) => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  return inRolledBack(transactionsOf(push.main), async (outerTx) => {
    const { shape, isNew } = await prepareMainTableIn(outerTx);
    const outerTxEnd = isNew ? Number.POSITIVE_INFINITY : performance.now() + OUTER_TX_TIMEOUT;
    const ready: PushContext = { ...push, shape, outerTx, outerTxEnd };
    const [ended] = await Promise.allSettled([work(ready)]);
    return ended;
  });
}

/** Writes a batch to the main database. Places whose matched row was deleted by others are matched a second time. */
export async function pushBatch(push: PushContext, places: readonly DuePlace[]): Promise<BatchOutcome> {
  const first = await pushOnce(push, places);
  if (first.missed.length === 0) return first;
  const second = await pushOnce(push, first.missed);
  const { failures, written } = merged(first, second);
  return { failures: [...failures, ...second.missed.map(lost)], written };
}

interface Pushed extends BatchOutcome {
  /** Places whose row others deleted before it could be written. */
  readonly missed: readonly DuePlace[];
}

const merged = (one: Pushed, other: Pushed): Pushed => ({
  failures: [...one.failures, ...other.failures],
  written: one.written + other.written,
  missed: [...one.missed, ...other.missed],
});

/**
 * Writes a batch in one transaction. If the main database refuses a value, the batch is halved until the place is
 * alone, so that one invalid place does not block others.
 */
async function pushOnce(push: PushContext, places: readonly DuePlace[]): Promise<Pushed> {
  try {
    const { pushed, claimed } = await inMainTransaction(push, (tx) => writeBatch(tx, push, places));
    for (const each of claimed) push.dryRunState.reservations.add(each);
    return pushed;
  } catch (error) {
    const [place] = places;
    if (!isRejectedValue(error) || place === undefined) throw error;
    if (places.length === 1) return { failures: [refused(place)], written: 0, missed: [] };
    const half = Math.ceil(places.length / 2);
    return merged(await pushOnce(push, places.slice(0, half)), await pushOnce(push, places.slice(half)));
  }
}

const failed = (place: DuePlace, messageFor: (quoted: string) => string): Failure => ({
  place,
  message: messageFor(`"${place.name}" (${place.source_id})`),
});
export const refused = (place: DuePlace): Failure =>
  failed(place, (it) => `The main database refuses a value of ${it}.`);
const lost = (place: DuePlace) => failed(place, (it) => `The main database did not keep the row of ${it}.`);

async function writeBatch(tx: Tx, push: PushContext, places: readonly DuePlace[]) {
  // in a first push nearly all rows differ; what staff have decided on is looked up among the staged places
  const onlyChanged = places.some(({ is_synced }) => is_synced) && !places.some(({ decision }) => decision);
  const { failures, relinked } = await matchBatch(tx, { ...push, onlyChanged }, places);
  const fence = imageFence(push);
  if (relinked.length > 0) {
    const ids = JSON.stringify(relinked.map(({ place }) => place.source_id));
    await tx.execute(statements.unlinkRows(ids, push.shape, push.now(), fence));
  }
  const updated = await tx.execute(statements.updateRows(push.shape, push.now(), fence));
  const inserted = await tx.execute(statements.insertRows(push.shape, push.now(), fence));
  const written = writtenRows(updated) + writtenRows(inserted);
  const isShort = written < places.length - failures.length; // neither unchanged nor missed rows are written
  const gone = isShort ? await rowsOf<{ n: number }>(tx, statements.selectMissed(push.shape, fence)) : [];
  const missed = gone.flatMap(({ n }) => places[n] ?? []);
  return { pushed: { failures, written, missed }, claimed: push.dryRun ? await takenRowsIn(tx) : [] };
}

/** The fencing token of the before-images, of which a dry run keeps none. */
export const imageFence = ({ dryRun, fence }: PushContext): number | null => (dryRun ? null : fence);

const takenRowsIn = (tx: Tx) =>
  rowsOf<MainRow & { readonly latitude: number }>(tx, statements.selectTakenRows);
