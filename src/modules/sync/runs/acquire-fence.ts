import { sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { minutes } from "../../../shared/duration.ts";
import { askingMain } from "../main-database/main-failure.ts";
import { prepareMain, shapeOf } from "../main-database/main-table.ts";
import { Claims } from "../matching/row-reservations.ts";
import { overPrepared, type Push } from "./batch.ts";
import { type Lease, raiseFence } from "./lease.ts";

const CLAIM_TIMEOUT = minutes(1); // a frozen runner keeps its locks for half a minute

interface Entering {
  readonly deps: Deps;
  readonly dryRun: boolean;
  lease: Lease;
}

/** Makes what is missing there and raises the fence, from where on an older run can write nothing; then `work`. */
export async function enterMain<T>(
  run: Entering,
  main: Database,
  work: (push: Push) => Promise<T>,
): Promise<T> {
  const { deps, dryRun } = run;
  const undone = { claims: new Claims(), unlinked: new Set<string>() };
  const push: Push = { main, idType: "text", fence: 0, dryRun, undone, now: deps.now };
  if (!dryRun) return work({ ...push, ...(await takeOver(run, main)) });
  const shape = await askingMain(deps.log, () => shapeOf(main));
  if (shape) return work({ ...push, ...shape });
  const ended = await askingMain(deps.log, () => overPrepared(push, work));
  if (ended.status === "rejected") throw ended.reason;
  return ended.value;
}

async function takeOver(run: Entering, main: Database): Promise<Pick<Push, "idType" | "fence">> {
  const { db, log } = run.deps;
  const { idType } = await askingMain(log, () => prepareMain(main));
  for (;;) {
    const seen = await askingMain(log, () => claimFence(main, run.lease.fence));
    if (seen < run.lease.fence) return { idType, fence: run.lease.fence };
    run.lease = await raiseFence(db, run.lease, seen);
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
