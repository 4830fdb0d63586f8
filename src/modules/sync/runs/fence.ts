import { sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { minutes } from "../../../shared/duration.ts";
import { withMainErrors } from "../main-database/main-errors.ts";
import { prepareMainTable, readyShape } from "../main-database/main-table.ts";
import { RowReservations } from "../matching/resolve-matches.ts";
import { type Lease, raiseFence } from "./lease.ts";
import { type PushContext, withPreparedTable } from "./push-batch.ts";

const LOCK_TIMEOUT = minutes(1); // a frozen runner keeps its locks for half a minute

interface FencedRun {
  readonly deps: Deps;
  readonly dryRun: boolean;
  lease: Lease;
}

/** Creates what is missing in the main database and raises its fence, so that older runs can no longer write; then runs `work`. */
export async function withFence<T>(
  run: FencedRun,
  main: Database,
  work: (push: PushContext) => Promise<T>,
): Promise<T> {
  const { deps, dryRun } = run;
  const push: PushContext = { ...dryPush(deps, main), dryRun };
  if (!dryRun) return work({ ...push, ...(await acquireFence(run, main)) });
  const ready = await withMainErrors(deps.log, () => readyShape(main));
  if (ready) return work({ ...push, shape: ready });
  const ended = await withMainErrors(deps.log, () => withPreparedTable(push, work));
  if (ended.status === "rejected") throw ended.reason;
  return ended.value;
}

/** A push that writes nothing, for a table whose shape is not known yet. */
export function dryPush({ now }: Deps, main: Database): PushContext {
  const dryRunState = { reservations: new RowReservations(), unlinked: new Set<string>() };
  const shape = { idType: "text", tierColumns: [], otherColumns: [] };
  return { main, shape, fence: 0, dryRun: true, dryRunState, now };
}

async function acquireFence(run: FencedRun, main: Database): Promise<Pick<PushContext, "shape" | "fence">> {
  const { db, log } = run.deps;
  const shape = await withMainErrors(log, () => prepareMainTable(main));
  for (;;) {
    const seen = await withMainErrors(log, () => raiseMainFence(main, run.lease.fence));
    if (seen < run.lease.fence) return { shape, fence: run.lease.fence };
    run.lease = await raiseFence(db, run.lease, seen);
  }
}

/** Returns the fencing token in the main database, and raises it to ours if that is greater. */
async function raiseMainFence(main: Database, fence: number): Promise<number> {
  const claim = async (tx: Tx) => {
    const { rows } = await tx.execute<{ fence: number }>(
      sql`select fence from public.rihla_sync_fence where id = 1 for update`,
    );
    const seen = rows[0]?.fence ?? 0;
    if (seen < fence) await tx.execute(sql`update public.rihla_sync_fence set fence = ${fence} where id = 1`);
    return seen;
  };
  return main.transaction(claim, { timeoutMs: LOCK_TIMEOUT });
}
