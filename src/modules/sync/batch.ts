import type { SQL } from "drizzle-orm";
import type { Database, Tx } from "../../db/client.ts";
import { minutes } from "../../shared/duration.ts";
import { Claims } from "./claims.ts";
import type { DuePlace, Failure, Outcome } from "./local.ts";
import { isAboutValues, Overtaken } from "./main-failure.ts";
import { prepareWithin } from "./main-table.ts";
import {
  boxesAround,
  type Decision,
  decide,
  hasCoordinates,
  type Local,
  MADE_HERE,
  type Main,
} from "./matching.ts";
import * as statements from "./statements.ts";

const TIMEOUT = minutes(2); // of one statement; a frozen runner's locks are gone after half a minute

/** What a run keeps from batch to batch. */
export interface Push {
  readonly main: Database;
  readonly idType: string;
  readonly fence: number;
  readonly dryRun: boolean;
  readonly claims: Claims;
  readonly now: () => Date;
}

/** A dry run's way out of its transaction. */
class Undone<T> extends Error {
  constructor(readonly result: T) {
    super("a dry run is undone");
  }
}

/** Runs `work` in a transaction of the main database that holds the fence. Throws `Overtaken`. */
export async function inMain<T>(push: Push, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { main, fence, dryRun } = push;
  const guarded = async (tx: Tx): Promise<T> => {
    if (dryRun) await prepareWithin(tx);
    await tx.execute(statements.ENTER);
    if (!dryRun && (await tx.execute(statements.fenceHolds(fence))).rows.length === 0) {
      throw new Overtaken("the main database has seen a newer run");
    }
    const result = await work(tx);
    if (dryRun) throw new Undone(result);
    return result;
  };
  try {
    return await main.transaction(guarded, { timeoutMs: TIMEOUT });
  } catch (error) {
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
}

/**
 * Writes a batch to the main database in one transaction. Where some value is refused there the batch is halved until
 * the place stands alone, so that one poisoned place stops no other.
 */
export async function pushBatch(push: Push, places: readonly DuePlace[]): Promise<Outcome> {
  try {
    const { outcome, claimed } = await inMain(push, (tx) => writeBatch(tx, push, places));
    // a row that is made here is in the database from now on
    for (const each of claimed) if (!each.id.startsWith(MADE_HERE)) push.claims.add(each);
    return outcome;
  } catch (error) {
    const [place] = places;
    if (!isAboutValues(error) || place === undefined) throw error;
    if (places.length === 1) {
      return { failures: [{ place, message: refused(place) }], written: 0 };
    }
    const half = Math.ceil(places.length / 2);
    const first = await pushBatch(push, places.slice(0, half));
    const second = await pushBatch(push, places.slice(half));
    return { failures: [...first.failures, ...second.failures], written: first.written + second.written };
  }
}

const refused = ({ name, source_id }: DuePlace): string =>
  `The main database refuses a value of "${name}" (${source_id}).`;

async function writeBatch(tx: Tx, push: Push, places: readonly DuePlace[]) {
  await tx.execute(statements.createStage(push.idType));
  const rows = JSON.stringify(places.map((place, n) => ({ n, ...place })));
  const open = await rowsOf<{ n: number; known: boolean }>(tx, statements.stage(rows));
  const { decisions, failures, claimed } = await judge(tx, push.claims, places, open);
  if (decisions.length > 0) await tx.execute(statements.settle(JSON.stringify(decisions), push.idType));
  const updated = await tx.execute(statements.updateRows(push.now()));
  const inserted = await tx.execute(statements.insertRows(push.now()));
  return { outcome: { failures, written: updated.rowCount + inserted.rowCount }, claimed };
}

async function rowsOf<Row>(tx: Tx, statement: SQL): Promise<Row[]> {
  return (await tx.execute(statement)).rows as Row[]; // the statement names these columns
}

type Found = Main & { readonly n: number };
type Placed = Main & { readonly latitude: number };

/** Decides on the staged places that a join cannot decide on, one after the other as they were read. */
async function judge(
  tx: Tx,
  earlier: Claims,
  places: readonly DuePlace[],
  open: readonly { readonly n: number; readonly known: boolean }[],
) {
  const knownRows = await knownOf(tx, open);
  const nearRows = await nearOf(tx, places, open);
  const claims = new Claims();
  const [decisions, failures, claimed]: [object[], Failure[], Placed[]] = [[], [], []];
  for (const { n } of open) {
    const place = places[n];
    if (!place) throw new Error("the stage gave a number that was not sent");
    const local = localOf(place);
    const rows = knownRows.get(n) ?? [];
    const decision = decide(local, {
      linked: rows.find(({ linked }) => linked),
      byPlaceId: rows.filter(({ linked }) => !linked),
      near: nearWith([earlier, claims], local, nearRows.get(n) ?? []),
    });
    if (decision.kind === "error") failures.push({ place, message: decision.message });
    else
      decisions.push({
        n,
        verdict: decision.kind,
        main: decision.kind === "write" ? decision.main.id : null,
      });
    const claim = claimOf(local, decision);
    if (claim) {
      claims.add(claim);
      claimed.push(claim);
    }
  }
  return { decisions, failures, claimed };
}

export const localOf = ({ source_id, name, place_id, latitude, longitude }: DuePlace): Local => ({
  id: source_id,
  name,
  placeId: place_id,
  latitude,
  longitude,
});

/** What the run has claimed counts as it is now, not as the database still shows it. */
export function nearWith(claims: readonly Claims[], local: Local, rows: readonly Main[]): readonly Main[] {
  if (!hasCoordinates(local)) return rows;
  const own = claims.flatMap((each) => each.near(local.latitude));
  return [...rows.filter(({ id }) => !claims.some((each) => each.has(id))), ...own];
}

/** The row that a place has taken by its coordinates, or a new one that others could fall on. */
export function claimOf(local: Local, decision: Decision): Placed | null {
  if (!hasCoordinates(local) || decision.kind === "error") return null;
  const { latitude, longitude, name } = local;
  const taken = { name, sourceId: local.id, latitude, longitude };
  if (decision.kind === "write") {
    const { main } = decision;
    return main.sourceId === null ? { ...taken, id: main.id, placeId: main.placeId } : null;
  }
  return local.placeId === null ? { ...taken, id: MADE_HERE + local.id, placeId: null } : null;
}

type Open = readonly { readonly n: number; readonly known: boolean }[];

async function knownOf(tx: Tx, open: Open) {
  const numbers = open.filter(({ known }) => known).map(({ n }) => n);
  if (numbers.length === 0) return new Map<number, (Found & { readonly linked: boolean })[]>();
  const rows = await rowsOf<Found & { readonly linked: boolean }>(
    tx,
    statements.known(JSON.stringify(numbers)),
  );
  return Map.groupBy(rows, ({ n }) => n);
}

async function nearOf(tx: Tx, places: readonly DuePlace[], open: Open): Promise<Map<number, Found[]>> {
  const boxes = open.flatMap(({ n, known }) => {
    const place = places[n];
    if (known || !place || !hasCoordinates(place) || Math.abs(place.latitude) > 90) return [];
    return boxesAround(place).map((box) => ({ n, any: place.place_id === null, ...box }));
  });
  if (boxes.length === 0) return new Map();
  return Map.groupBy(await rowsOf<Found>(tx, statements.within(JSON.stringify(boxes))), ({ n }) => n);
}
