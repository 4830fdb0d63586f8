import type { Database, Tx } from "../../../db/client.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { isAboutValues, MainDatabaseError, Overtaken } from "../main-database/main-failure.ts";
import { prepareWithin } from "../main-database/main-table.ts";
import * as statements from "../main-database/statements.ts";
import type { Main } from "../matching/matching.ts";
import { judge, rowsOf, type Undone, type Unsettled } from "../matching/resolve-matches.ts";
import type { DuePlace, Failure, Outcome } from "../source-store.ts";

const TIMEOUT = minutes(2); // of one statement; a frozen runner's locks are gone after half a minute

/** What a run keeps from batch to batch. */
export interface Push {
  readonly main: Database;
  readonly idType: string;
  readonly fence: number;
  readonly dryRun: boolean;
  readonly undone: Undone;
  readonly now: () => Date;
  /** A dry run's one transaction around all, where it had to make something there first. */
  readonly held?: Tx;
  /** By `performance.now()`: from then on others would wait for their table too long. */
  readonly heldUntil?: number;
}

const HELD_FOR = seconds(10); // a table that others use is locked while a dry run has columns added to it
const TOO_LONG =
  "The table places of the main database lacks something, and a dry run would lock it for too long: run `rihla db migrate` first.";

/** A dry run's way out of its transaction. */
class Undo<T> extends Error {
  constructor(readonly result: T) {
    super("a dry run is undone");
  }
}

/** The result of `work`, of which nothing stays. */
async function undoing<T>(open: Open, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await open(async (tx) => {
      throw new Undo(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undo) return error.result as T;
    throw error;
  }
}

type Open = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const openOn =
  (main: Database): Open =>
  (work) =>
    main.transaction(work, { timeoutMs: TIMEOUT });

/** Runs `work` in a transaction of the main database that holds the fence. Throws `Overtaken`. */
export async function inMain<T>(push: Push, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { main, fence, dryRun, held, heldUntil = Number.POSITIVE_INFINITY } = push;
  if (performance.now() > heldUntil) throw new MainDatabaseError(TOO_LONG);
  const guarded = async (tx: Tx): Promise<T> => {
    await tx.execute(statements.ENTER);
    if (!dryRun && (await tx.execute(statements.fenceHolds(fence))).rows.length === 0) {
      throw new Overtaken("the main database has seen a newer run");
    }
    return work(tx);
  };
  if (!dryRun) return openOn(main)(guarded);
  return undoing(held ? (each) => held.transaction(each) : openOn(main), guarded);
}

/**
 * A dry run over a table that lacks something: all of it in one transaction, so that what is missing is made once.
 * Gives what `work` came to, and never throws what it threw: nothing may run it again.
 */
export function overPrepared<T>(
  push: Push,
  work: (push: Push) => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  return undoing(openOn(push.main), async (held) => {
    const { idType, isNew } = await prepareWithin(held);
    const heldUntil = isNew ? Number.POSITIVE_INFINITY : performance.now() + HELD_FOR;
    const ready = { ...push, idType, held, heldUntil };
    const [ended] = await Promise.allSettled([work(ready)]);
    return ended;
  });
}

/** Writes a batch to the main database. What others deleted while it was decided on is decided on once more. */
export async function pushBatch(push: Push, places: readonly DuePlace[]): Promise<Outcome> {
  const first = await pushOnce(push, places);
  if (first.missed.length === 0) return first;
  const second = await pushOnce(push, first.missed);
  const { failures, written } = joined(first, second);
  return { failures: [...failures, ...second.missed.map(lost)], written };
}

interface Pushed extends Outcome {
  /** Places whose row did not take what was written to it: others deleted it meanwhile. */
  readonly missed: readonly DuePlace[];
}

const joined = (one: Pushed, other: Pushed): Pushed => ({
  failures: [...one.failures, ...other.failures],
  written: one.written + other.written,
  missed: [...one.missed, ...other.missed],
});

/**
 * One transaction. Where some value is refused there the batch is halved until the place stands alone, so that one
 * poisoned place stops no other.
 */
async function pushOnce(push: Push, places: readonly DuePlace[]): Promise<Pushed> {
  try {
    const { pushed, claimed } = await inMain(push, (tx) => writeBatch(tx, push, places));
    for (const each of claimed) push.undone.claims.add(each);
    return pushed;
  } catch (error) {
    const [place] = places;
    if (!isAboutValues(error) || place === undefined) throw error;
    if (places.length === 1) return { failures: [refused(place)], written: 0, missed: [] };
    const half = Math.ceil(places.length / 2);
    return joined(await pushOnce(push, places.slice(0, half)), await pushOnce(push, places.slice(half)));
  }
}

const failed = (place: DuePlace, says: (quoted: string) => string): Failure => ({
  place,
  message: says(`"${place.name}" (${place.source_id})`),
});
const refused = (place: DuePlace) => failed(place, (it) => `The main database refuses a value of ${it}.`);
const lost = (place: DuePlace) => failed(place, (it) => `The main database did not keep the row of ${it}.`);

async function writeBatch(tx: Tx, push: Push, places: readonly DuePlace[]) {
  await tx.execute(statements.createStage(push.idType));
  const rows = JSON.stringify(places.map((place, n) => ({ n, ...place })));
  const open: Unsettled = await rowsOf(tx, statements.stage(rows));
  const { decisions, failures } = await judge(tx, push.undone, places, open);
  if (decisions.length > 0) await tx.execute(statements.settle(JSON.stringify(decisions), push.idType));
  const updated = await tx.execute(statements.updateRows(push.now()));
  const inserted = await tx.execute(statements.insertRows(push.now()));
  const written = updated.rowCount + inserted.rowCount;
  // a row that was equal already is not counted as written, and neither is one that is gone
  const isShort = written < places.length - failures.length && places.some(({ is_synced }) => !is_synced);
  const gone = isShort ? await rowsOf<{ n: number }>(tx, statements.missed) : [];
  const missed = gone.flatMap(({ n }) => places[n] ?? []);
  return { pushed: { failures, written, missed }, claimed: push.dryRun ? await claimedIn(tx) : [] };
}

const claimedIn = (tx: Tx) => rowsOf<Main & { readonly latitude: number }>(tx, statements.claimed);
