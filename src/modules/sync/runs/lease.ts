import { eq, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { seconds } from "../../../shared/duration.ts";
import { LeaseLost } from "../main-database/main-errors.ts";
import { syncLease, syncRuns } from "../table.ts";

const HEARTBEATS_PER_TIMEOUT = 6; // heartbeats in the time after which a run is dead: 10 s of 60

/** The right to run, until it is given back or not renewed for a minute. */
export interface Lease {
  readonly runId: string;
  /** Greater than that of every holder before. */
  readonly fence: number;
}

interface LeaseRow extends Record<string, unknown> {
  readonly runId: string | null;
  readonly fence: number;
  readonly isAlive: boolean;
}

/**
 * Takes the lease in the caller's transaction, which keeps all others waiting until it ends. Gives the run that
 * holds it where that one lives; a dead one is marked interrupted.
 */
export async function takeLease(
  tx: Tx,
  deps: Deps,
  runId: string,
): Promise<Lease | { readonly heldBy: string }> {
  await tx.execute(sql`insert into sync_lease (id, fence) values (1, 0) on conflict do nothing`);
  const { rows } = await tx.execute<LeaseRow>(sql`
    select run_id as "runId", fence,
      coalesce(heartbeat_at > clock_timestamp() - make_interval(secs => ${deps.settings.syncDeadAfter}), false) as "isAlive"
    from sync_lease where id = 1 for update`);
  const held = rows[0];
  if (!held) throw new Error("the lease has no row");
  if (held.runId !== null && held.isAlive) return { heldBy: held.runId };
  if (held.runId !== null) await markInterrupted(tx, held.runId, deps.now());
  const fence = held.fence + 1;
  await tx.execute(
    sql`update sync_lease set run_id = ${runId}, fence = ${fence}, heartbeat_at = clock_timestamp() where id = 1`,
  );
  return { runId, fence };
}

async function markInterrupted(tx: Tx, runId: string, now: Date): Promise<void> {
  const message = "The process that ran it ended in the middle; what it had done stands.";
  await tx
    .update(syncRuns)
    .set({ status: "interrupted", finishedAt: now, message })
    .where(sql`${eq(syncRuns.id, runId)} and ${eq(syncRuns.status, "running")}`);
}

/** Renews the lease in a transaction that writes for the run, so that both stand or neither. Throws `Overtaken`. */
export async function renewLease(tx: Tx, { runId, fence }: Lease): Promise<void> {
  const { rows } = await tx.execute(sql`
    update sync_lease set heartbeat_at = clock_timestamp() where id = 1 and run_id = ${runId} and fence = ${fence}
    returning id`);
  if (rows.length === 0) throw new LeaseLost("another run has the lease");
}

const RENEW = "update sync_lease set heartbeat_at = clock_timestamp() where id = 1 and run_id = $1";

/** Keeps the lease alive while a batch takes long. Gives what ends it; a beat that fails is left to the next one. */
export function startHeartbeat({ db, settings }: Deps, { runId }: Lease): () => void {
  const beat = () => void db.query(RENEW, [runId]).catch(() => {});
  const timer = setInterval(beat, seconds(settings.syncDeadAfter) / HEARTBEATS_PER_TIMEOUT);
  timer.unref();
  return () => clearInterval(timer);
}

/** Raises the number over what the main database has seen, which may come from an older state of this one. */
export async function raiseFence(db: Database, lease: Lease, seen: number): Promise<Lease> {
  if (seen < lease.fence) return lease;
  const fence = seen + 1;
  await db.transaction(async (tx) => {
    await renewLease(tx, lease);
    await tx.execute(sql`update sync_lease set fence = ${fence} where id = 1`);
  });
  return { ...lease, fence };
}

/** Gives the lease back; somebody else's stays. True where it was still ours. */
export async function releaseLease(tx: Tx, { runId, fence }: Lease): Promise<boolean> {
  const given = await tx
    .update(syncLease)
    .set({ runId: null, heartbeatAt: null })
    .where(sql`id = 1 and run_id = ${runId} and fence = ${fence}`)
    .returning({ id: syncLease.id });
  return given.length === 1;
}
