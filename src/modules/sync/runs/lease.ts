import { eq, sql } from "drizzle-orm";
import { startHeartbeat } from "../../../core/logging/heartbeat.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { CommitUnknown, isUnavailable } from "../../../db/errors.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { LeaseLost } from "../main-database/main-errors.ts";
import { syncLease, syncRuns } from "../table.ts";

const HEARTBEATS_PER_TIMEOUT = 6; // every 10 s of the 60 s after which a run counts as dead

/** The right to run, until it is released or not renewed for a minute. */
export interface Lease {
  readonly runId: string;
  /** The fencing token, greater than that of every earlier holder. */
  readonly fence: number;
}

interface LeaseRow extends Record<string, unknown> {
  readonly runId: string | null;
  readonly fence: number;
  readonly isAlive: boolean;
}

/**
 * Takes the lease in the caller's transaction, for which all others wait. Returns the run that holds it if that one is
 * alive; a dead one is marked as interrupted.
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
  if (!held) throw new Error("the lease row is missing");
  if (held.runId !== null && held.isAlive) return { heldBy: held.runId };
  if (held.runId !== null) await markInterrupted(tx, held.runId, deps.now());
  const fence = held.fence + 1;
  await tx.execute(
    sql`update sync_lease set run_id = ${runId}, fence = ${fence}, heartbeat_at = clock_timestamp() where id = 1`,
  );
  return { runId, fence };
}

async function markInterrupted(tx: Tx, runId: string, now: Date): Promise<void> {
  const message = "The process ended during the run; its changes are kept.";
  await tx
    .update(syncRuns)
    .set({ status: "interrupted", finishedAt: now, message })
    .where(sql`${eq(syncRuns.id, runId)} and ${eq(syncRuns.status, "running")}`);
}

/** Renews the lease in a transaction that writes for the run. Throws `LeaseLost`, which rolls it back. */
export async function renewLease(tx: Tx, { runId, fence }: Lease): Promise<void> {
  const { rows } = await tx.execute(sql`
    update sync_lease set heartbeat_at = clock_timestamp() where id = 1 and run_id = ${runId} and fence = ${fence}
    returning id`);
  if (rows.length === 0) throw new LeaseLost("another run has the lease");
}

const RENEW = "update sync_lease set heartbeat_at = clock_timestamp() where id = 1 and run_id = $1";

/** Renews the lease during long batches, until the returned function is called. */
export const keepLease = (deps: Deps, { runId }: Lease): (() => void) =>
  startHeartbeat(deps, {
    name: "sync",
    every: seconds(deps.settings.syncDeadAfter) / HEARTBEATS_PER_TIMEOUT,
    send: () => deps.db.query(RENEW, [runId]),
  });

/** Raises the fencing token above that of the main database, which is greater if this database was restored. */
export async function raiseFence(db: Database, lease: Lease, seen: number): Promise<Lease> {
  if (seen < lease.fence) return lease;
  const fence = seen + 1;
  await db.transaction(async (tx) => {
    await renewLease(tx, lease);
    await tx.execute(sql`update sync_lease set fence = ${fence} where id = 1`);
  });
  return { ...lease, fence };
}

/** Releases the lease if it is still ours. Returns whether it was. */
export async function releaseLease(tx: Tx, { runId, fence }: Lease): Promise<boolean> {
  const given = await tx
    .update(syncLease)
    .set({ runId: null, heartbeatAt: null })
    .where(sql`id = 1 and run_id = ${runId} and fence = ${fence}`)
    .returning({ id: syncLease.id });
  return given.length === 1;
}

const POLL_INTERVAL = seconds(1); // while it waits for a run in progress
export const TAKE_TIMEOUT = minutes(1); // the locks of a frozen runner expire after half a minute

/** What the caller wants of a run. */
type NewRun = Pick<typeof syncRuns.$inferInsert, "kind" | "undoes" | "dryRun" | "full">;

/**
 * Takes the lease for a new run, of which `begin` writes the audit entry and which it may refuse. If a run is in progress,
 * waits for its end with `wait`, else throws 409.
 */
export async function acquireLease(
  ctx: ActionContext<StaffActor>,
  run: NewRun,
  wait: boolean,
  begin: (tx: Tx, runId: string) => Promise<void>,
): Promise<Lease> {
  for (;;) {
    const started = await ctx.deps.db.transaction((tx) => start(tx, ctx, run, begin), {
      timeoutMs: TAKE_TIMEOUT,
    });
    if ("fence" in started) return started;
    if (!wait || ctx.call.signal?.aborted) throw inProgress(started.heldBy);
    await Bun.sleep(POLL_INTERVAL);
  }
}

async function start(
  tx: Tx,
  { deps, principal }: ActionContext<StaffActor>,
  run: NewRun,
  begin: (tx: Tx, runId: string) => Promise<void>,
) {
  const id = randomId();
  const started = await takeLease(tx, deps, id);
  if ("heldBy" in started) return started;
  const trigger = principal.kind === "operator" ? "cli" : "person";
  const startedBy = principal.name;
  await tx
    .insert(syncRuns)
    .values({ ...run, id, trigger, startedBy, status: "running", startedAt: deps.now() });
  await begin(tx, id);
  return started;
}

const inProgress = (runId: string) =>
  new DomainError("conflict", "A sync is already in progress.", { facts: { runId } });

const RETRY_FOR = minutes(2);
const PAUSE = 500; // milliseconds

/**
 * Retries `work` while the local database is unavailable, as an embedded one is during an import. Never retries a
 * commit with an unknown outcome. Each write renews the lease, so that a run that waited too long ends.
 */
export async function retryWhileUnavailable<T>({ ports }: Deps, work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + RETRY_FOR; ; await Bun.sleep(PAUSE)) {
    try {
      return await work();
    } catch (error) {
      const isOver = ports.mainDatabase.stopping.aborted || performance.now() > end;
      if (isOver || !isUnavailable(error) || error instanceof CommitUnknown) throw error;
    }
  }
}
