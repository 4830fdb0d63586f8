import { Cron } from "croner";
import { eq, sql } from "drizzle-orm";
import type { ActionContext, Deps, OperatorPrincipal, SchedulePrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { days, minutes, seconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { record, skipAuditCheck } from "../audit/service.ts";
import { requeueSynced, retryFailed } from "../places/sync-state/service.ts";
import { endLeaving, leftPlaces } from "./decisions/service.ts";
import { acquireLease, TAKE_TIMEOUT } from "./runs/acquire-lease.ts";
import { type Lease, takeLease } from "./runs/lease.ts";
import { performRun } from "./runs/run.ts";
import type { SyncResult, TriggerInput } from "./schema.ts";
import { syncRuns, syncUnlinks } from "./table.ts";

const RETRY_TIMEOUT = minutes(1); // per statement over all failed places
const CLOCK_TOLERANCE = 500; // milliseconds that a timer may fire early
const RUNS_KEPT = days(365);
const RUNS_MAX = 10_000; // more than an hourly schedule makes in a year

type Started = Lease | { readonly heldBy: string };

/**
 * Runs the sync and returns when it has ended. If a run is in progress, waits for its end with `wait`, else throws 409.
 */
export async function trigger(ctx: ActionContext<StaffActor>, input: TriggerInput): Promise<SyncResult> {
  const { dryRun, full } = input;
  const lease = await acquireLease(ctx, { dryRun, full }, input.wait, (tx, id) =>
    record(tx, ctx, { subject: id, after: { dryRun, full } }),
  );
  return performRun(ctx.deps, lease, input);
}

/** The scheduled run. One of all instances takes a tick; during another run the tick is skipped. */
export async function tick(ctx: ActionContext<SchedulePrincipal | OperatorPrincipal>) {
  const { deps } = ctx;
  skipAuditCheck(ctx);
  const started = await deps.db.transaction((tx) => startTick(tx, ctx), {
    timeoutMs: TAKE_TIMEOUT,
  });
  if (started === null) return { success: true, message: "Another instance has taken this tick." };
  if ("heldBy" in started) return { success: false, message: SKIPPED };
  const { success, message } = await performRun(deps, started, { dryRun: false, full: false });
  return { success, message };
}

const SKIPPED = "Skipped: another run was in progress.";

/** The scheduled time of this tick, even if the timer fired late; without a schedule the current second. */
function slotOf({ settings, now }: Deps): Date {
  const soon = now().getTime() + CLOCK_TOLERANCE;
  const [due] =
    settings.syncCron === null
      ? []
      : new Cron(settings.syncCron, { paused: true }).previousRuns(1, new Date(soon));
  return due ?? new Date(Math.floor(soon / seconds(1)) * seconds(1));
}

async function startTick(tx: Tx, ctx: ActionContext): Promise<Started | null> {
  const { deps } = ctx;
  const id = randomId();
  const startedAt = deps.now();
  const slot = slotOf(deps).toISOString();
  const run = { id, slot, trigger: "schedule", startedBy: "schedule", dryRun: false, full: false } as const;
  const [made] = await tx
    .insert(syncRuns)
    .values({ ...run, status: "running", startedAt })
    .onConflictDoNothing()
    .returning({ id: syncRuns.id });
  if (!made) return null;
  const started = await takeLease(tx, deps, id);
  if ("heldBy" in started) {
    const skipped = { status: "skipped", message: SKIPPED, finishedAt: startedAt } as const;
    await tx.update(syncRuns).set(skipped).where(eq(syncRuns.id, id));
    return started;
  }
  await record(tx, ctx, { subject: id });
  return started;
}

/**
 * Makes a failed place, or all of them, pending again without past failures; with all of them also the deleted places
 * whose rows an undo has linked again, but not those that staff have decided to leave. Throws 404.
 */
export async function retry(ctx: ActionContext<StaffActor>, id: string | undefined) {
  const retrying = async (tx: Tx) => {
    if (id !== undefined) await endLeaving(tx, id);
    const retried = await retryFailed(tx, id, id === undefined ? await leftPlaces(tx) : []);
    if (retried === 0 && id !== undefined) {
      throw new DomainError("notFound", "No failed place has this id");
    }
    if (id === undefined) await tx.update(syncUnlinks).set({ held: false }).where(eq(syncUnlinks.held, true));
    await record(tx, ctx, { subject: id ?? null, after: { retried } });
    return { success: true as const, retried };
  };
  return ctx.deps.db.transaction(retrying, { timeoutMs: RETRY_TIMEOUT });
}

/** Cancels the run in progress, which ends after its batch. Throws 409 if there is none alive. */
export async function cancel(ctx: ActionContext<StaffActor>) {
  const { syncDeadAfter } = ctx.deps.settings;
  return ctx.deps.db.transaction(async (tx) => {
    const [run] = await tx
      .update(syncRuns)
      .set({ cancelAsked: true })
      .where(
        sql`${eq(syncRuns.status, "running")} and ${syncRuns.id} = (select run_id from sync_lease
          where id = 1 and heartbeat_at > clock_timestamp() - make_interval(secs => ${syncDeadAfter}))`,
      )
      .returning({ id: syncRuns.id });
    if (!run) throw new DomainError("conflict", "No sync is in progress.");
    await record(tx, ctx, { subject: run.id });
    return { success: true as const, runId: run.id };
  });
}

/** Deletes runs older than a year, and the oldest beyond `RUNS_MAX` that cannot be undone; part of the hourly sweep. */
export async function deleteOldRuns({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - RUNS_KEPT).toISOString();
  await db.query("delete from sync_runs where started_at < $1 and status <> 'running' and fence is null", [
    end,
  ]);
  await db.query(
    `delete from sync_runs where status <> 'running' and fence is null and (started_at, id) <=
      (select started_at, id from sync_runs order by started_at desc, id desc offset ${RUNS_MAX} limit 1)`,
  );
}

/**
 * Remembers, for the rest of the transaction, to which places main rows may be linked. A restore calls it before it
 * replaces them.
 */
export async function rememberPlaceIds(tx: Tx): Promise<void> {
  await tx.execute("lock table pois, sync_unlinks in access exclusive mode"); // no place may be added in between
  await tx.execute(`create temp table rihla_places_before on commit drop as
    select id from pois union select poi_id from sync_unlinks`);
}

/**
 * After a restore the state of the main database is unknown: compares every place again and unlinks those that the
 * backup does not contain, if `rememberPlaceIds` was called before.
 */
export async function requeueAllPlaces(tx: Tx, { remembered }: { remembered: boolean }): Promise<void> {
  if (remembered)
    await tx.execute(`insert into sync_unlinks (poi_id)
    select b.id from rihla_places_before b where not exists (select from pois p where p.id = b.id) on conflict do nothing`);
  await requeueSynced(tx);
}
