import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { minutes, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { syncRuns } from "../table.ts";
import { type Lease, takeLease } from "./lease.ts";

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
