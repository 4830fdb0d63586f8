import type { z } from "zod";
import { asLongRead } from "../../../core/limits/long-reads.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Database } from "../../../db/client.ts";
import { minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { endedTiers } from "../../evidence/expire/service.ts";
import { readMain } from "../main-database/main-errors.ts";
import { mainTableExists, readyShape } from "../main-database/main-table.ts";
import { rowsOf } from "../matching/resolve-matches.ts";
import { dryPush } from "../runs/fence.ts";
import { inMainTransaction, type PushContext, withPreparedTable } from "../runs/push-batch.ts";
import { countWaiting, type DuePlace, readDue, readSynced } from "../runs/source-store.ts";
import { deletedPages } from "../runs/unlink.ts";
import { ChangeList, deletedChange } from "./change-list.ts";
import { compareBatch } from "./compare-batch.ts";
import type { changesInput, SyncChanges } from "./schema.ts";
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
