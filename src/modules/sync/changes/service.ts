import type { z } from "zod";
import { asLongRead } from "../../../core/limits/long-reads.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { endedTiers } from "../../evidence/expire.ts";
import { isRejectedValue, readMain } from "../main-database/main-errors.ts";
import { mainTableExists, readyShape } from "../main-database/main-table.ts";
import { writtenColumns } from "../main-database/table-shape.ts";
import type { Followed } from "../matching/follow-decisions.ts";
import { matchBatch } from "../matching/match-batch.ts";
import type { MainRow } from "../matching/matching.ts";
import { rowsOf } from "../matching/resolve-matches.ts";
import { dryPush } from "../runs/fence.ts";
import { inMainTransaction, type PushContext, refused, withPreparedTable } from "../runs/push-batch.ts";
import { countWaiting, type DuePlace, type Failure, readDue, readSynced } from "../runs/source-store.ts";
import { deletedPages } from "../runs/unlink.ts";
import type { changesInput, PlaceChange, SyncChanges } from "./schema.ts";
import { CHANGE_KINDS, CHANGES_MAX, type ChangeKind } from "./schema.ts";
import * as statements from "./statements.ts";

const BATCH_SIZE = 2_000; // places in memory; others use the main database between two batches
const TIME_MAX = minutes(2);
const LACKS_SOMETHING =
  "The table places of the main database lacks something that a run adds. Start a run, or `rihla db migrate`, first.";

/**
 * What the next run would do. Writes nothing in either database, takes neither the lease nor locks on rows of the main
 * table, and so may be called during a run. Throws 503 if the main database cannot be used, the comparison takes too long,
 * or too many are being made.
 */
export const changes = (
  ctx: ActionContext<StaffActor>,
  input: z.output<typeof changesInput>,
): Promise<SyncChanges> => asLongRead(ctx, () => compareEverything(ctx, input));

async function compareEverything(
  ctx: ActionContext<StaffActor>,
  { full }: z.output<typeof changesInput>,
): Promise<SyncChanges> {
  const { deps } = ctx;
  const list = new ChangeList();
  const end = performance.now() + TIME_MAX;
  const goOn = () => {
    ctx.call.signal?.throwIfAborted();
    if (performance.now() > end)
      throw new DomainError("unavailable", "There is too much to compare. Use a dry run instead.");
  };
  await readMain(deps, (main) =>
    withTable(deps, main, (push) => compareAll({ deps, push, full, list, goOn })),
  );
  return list.output(await countWaiting(deps.db));
}

/** A main table that does not exist yet is made and rolled back; one that others use is not changed for this. */
async function withTable(
  deps: Deps,
  main: Database,
  work: (push: PushContext) => Promise<void>,
): Promise<void> {
  const push = dryPush(deps, main);
  const shape = await readyShape(main);
  if (shape) return work({ ...push, shape });
  if (await mainTableExists(main)) throw new DomainError("conflict", LACKS_SOMETHING);
  const ended = await withPreparedTable(push, work);
  if (ended.status === "rejected") throw ended.reason;
}

interface Comparison {
  readonly deps: Deps;
  readonly push: PushContext;
  readonly full: boolean;
  readonly list: ChangeList;
  /** Throws if the caller has left, or if it takes too long. */
  readonly goOn: () => void;
}

/** In the order of a run. */
async function compareAll(comparison: Comparison): Promise<void> {
  const { deps, full } = comparison;
  await compareDeleted(comparison);
  const tiers = await endedTiers(deps);
  const asToday = (place: DuePlace) => {
    const tier = tiers.get(place.source_id);
    return tier === undefined ? place : { ...place, halal_verification_status: tier };
  };
  const ended = full ? [] : await readSynced(deps.db, [...tiers.keys()]);
  for (let from = 0; from < ended.length; from += BATCH_SIZE)
    await compareSome(comparison, ended.slice(from, from + BATCH_SIZE).map(asToday));
  for (const withoutPlaceId of [false, true]) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const batch = await readDue(deps.db, full, { withoutPlaceId, after }, BATCH_SIZE);
      await compareSome(comparison, batch.map(asToday));
      after = batch.length === BATCH_SIZE ? batch.at(-1)?.source_id : undefined;
    }
  }
}

async function compareSome({ goOn, push, list }: Comparison, batch: readonly DuePlace[]): Promise<void> {
  goOn();
  if (batch.length > 0) await compareBatch(push, batch, list);
}

async function compareDeleted({ deps, push, list, goOn }: Comparison): Promise<void> {
  for await (const { gone } of deletedPages(deps)) {
    goOn();
    const rows = await inMainTransaction(push, (tx) =>
      rowsOf<Parameters<typeof deletedChange>[0]>(tx, statements.selectLinkedRows(JSON.stringify(gone))),
    );
    list.counts.unlink += rows.length;
    for (const row of rows) list.list(deletedChange(row));
    for (const id of gone) push.dryRunState.unlinked.add(id);
  }
}

const WRITTEN = ["update", "insert", "keep"] as const;
type Counts = Readonly<Record<(typeof WRITTEN)[number], number>>;

/**
 * Adds to the list what a run would do with these places. Places with values that the main database would refuse are
 * found by halving, as in a run.
 */
async function compareBatch(push: PushContext, places: readonly DuePlace[], list: ChangeList): Promise<void> {
  try {
    const compared = await inMainTransaction(push, (tx) => compare(tx, push, places, list));
    for (const row of compared.future) push.dryRunState.reservations.add(row);
    for (const kind of WRITTEN) list.counts[kind] += compared.counts[kind];
    for (const change of compared.changes) list.list(change);
    list.counts.fail += compared.failed;
    list.counts.unlink += compared.relinked;
  } catch (error) {
    const [place] = places;
    if (!isRejectedValue(error) || place === undefined) throw error;
    if (places.length === 1) {
      list.counts.fail += 1;
      list.list(failedChange(refused(place)));
      return;
    }
    const half = Math.ceil(places.length / 2);
    await compareBatch(push, places.slice(0, half), list);
    await compareBatch(push, places.slice(half), list);
  }
}

async function compare(tx: Tx, push: PushContext, places: readonly DuePlace[], list: ChangeList) {
  const { shape } = push;
  const { failures, relinked } = await matchBatch(tx, { ...push, onlyChanged: false }, places);
  await tx.execute(statements.createRehearsalTable);
  await tx.execute(statements.allowDefaults);
  await tx.execute(statements.rehearse(shape));
  const [counts = { insert: 0, update: 0, keep: 0 }] = await rowsOf<Counts>(
    tx,
    statements.countChanges(shape),
  );
  const changes: PlaceChange[] = [...failures.map(failedChange), ...relinked.map(relinkedChange)];
  for (const kind of WRITTEN) {
    const room = list.room(kind);
    if (room === 0 || counts[kind] === 0) continue;
    const rows = await rowsOf<ComparedRow>(tx, statements.selectChanges(kind, shape, room));
    changes.push(
      ...rows.flatMap((row) => {
        const place = places[row.n];
        return place ? [comparedChange(kind, place, writtenColumns(shape), row)] : [];
      }),
    );
  }
  const future = await rowsOf<MainRow & { readonly latitude: number }>(tx, statements.selectFutureRows);
  return { counts, changes, future, failed: failures.length, relinked: relinked.length };
}

/** A staged place with the values of a run and those of its row, as they come from the main database. */
interface ComparedRow {
  readonly n: number;
  readonly mainId: string | null;
  readonly mainName: string | null;
  readonly ours: readonly Value[];
  readonly theirs: readonly Value[];
}
type Value = string | number | null;

/** What a run would do, with a bounded number of examples of each kind. */
class ChangeList {
  readonly counts: Record<ChangeKind, number> = { fail: 0, update: 0, insert: 0, unlink: 0, keep: 0 };
  readonly #changes: Record<ChangeKind, PlaceChange[]> = {
    fail: [],
    update: [],
    insert: [],
    unlink: [],
    keep: [],
  };

  /** How many more changes of a kind can be listed. */
  room(kind: ChangeKind): number {
    return CHANGES_MAX - this.#changes[kind].length;
  }

  list(change: PlaceChange): void {
    if (this.room(change.kind) > 0) this.#changes[change.kind].push(change);
  }

  output(waiting: number): SyncChanges {
    return {
      message: messageOf(this.counts),
      counts: this.counts,
      waiting,
      changes: CHANGE_KINDS.flatMap((kind) => this.#changes[kind]),
    };
  }
}

const about = ({ source_id, name, city, decision }: DuePlace) => ({
  placeId: source_id,
  name,
  city,
  mainId: null,
  mainName: null,
  message: null,
  decision: decision?.choice ?? null,
  fields: [],
});

const failedChange = ({ place, message }: Failure): PlaceChange => ({
  ...about(place),
  kind: "fail",
  message,
});

/** The row that a place leaves because staff have decided on another one. */
const relinkedChange = ({ place, unlinked }: Followed): PlaceChange => ({
  ...about(place),
  kind: "unlink",
  mainId: unlinked?.id ?? null,
  mainName: unlinked?.name ?? null,
  message: `"${place.name}" gets another row, as staff have decided.`,
});

/** The row of a place that was deleted here. */
const deletedChange = (row: {
  readonly placeId: string;
  readonly mainId: string;
  readonly mainName: string;
  readonly owner: string | null;
}): PlaceChange => ({
  kind: "unlink",
  placeId: row.placeId,
  name: row.mainName,
  city: "",
  mainId: row.mainId,
  mainName: row.mainName,
  message: "Its place was deleted here.",
  decision: null,
  fields: row.owner === null ? [] : [{ name: "owner_id", ours: null, theirs: row.owner }],
});

/** A place that is written or left, with the columns that change. */
function comparedChange(
  kind: "insert" | "update" | "keep",
  place: DuePlace,
  columns: readonly string[],
  { mainId, mainName, ours, theirs }: ComparedRow,
): PlaceChange {
  const fields = columns.map((name, at) => ({
    name,
    ours: textOf(ours[at]),
    theirs: kind === "insert" ? null : textOf(theirs[at]),
  }));
  const changed = fields.filter(
    (field) => field.name !== "source_id" && (field.ours ?? "") !== (field.theirs ?? ""),
  );
  return { ...about(place), kind, mainId, mainName, fields: kind === "keep" ? [] : changed };
}

const textOf = (value: Value | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

function messageOf({ fail, update, insert, unlink, keep }: Record<ChangeKind, number>): string {
  if (fail + update + insert + unlink + keep === 0) return "The next run has nothing to do.";
  const parts = [
    ...(insert === 0 ? [] : [`add ${places(insert)}`]),
    ...(update === 0 ? [] : [`change ${places(update)}`]),
    ...(unlink === 0 ? [] : [`unlink ${places(unlink)}`]),
    ...(keep === 0 ? [] : [`leave ${places(keep)} as ${keep === 1 ? "it is" : "they are"}`]),
  ];
  const does = parts.length === 0 ? "" : `The next run would ${new Intl.ListFormat("en-US").format(parts)}. `;
  return `${does}${fail === 0 ? "" : `${places(fail)} would fail. `}Nothing was written.`;
}

const places = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "place" : "places"}`;
