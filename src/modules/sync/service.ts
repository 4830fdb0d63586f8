import { Cron } from "croner";
import { eq, sql } from "drizzle-orm";
import type { ActionContext, Deps, OperatorPrincipal, SchedulePrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { days, minutes, seconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { record, skipAuditCheck } from "../audit/service.ts";
import { requeueSynced, retryFailed } from "../pois/sync-state/service.ts";
import { type Lease, takeLease } from "./runs/lease.ts";
import { performRun } from "./runs/run.ts";
import type { RunTrigger, SyncResult, TriggerInput } from "./schema.ts";
import { syncRuns } from "./table.ts";

const POLL_INTERVAL = seconds(1); // while it waits for a run in progress
const TAKE_TIMEOUT = minutes(1); // a frozen runner keeps its locks for half a minute
const RETRY_TIMEOUT = minutes(1); // of one statement over all failed places
const CLOCK_TOLERANCE = 500; // milliseconds; a clock may ring that much too soon
const RUNS_KEPT = days(365);
const RUNS_MAX = 10_000; // an hourly schedule's in a year, and some

type Started = Lease | { readonly heldBy: string };

/**
 * Runs the sync and returns when it has ended. Throws 409 where a run is in progress, unless `wait`
 * says to wait for its end.
 */
export async function trigger(acting: ActionContext<StaffActor>, input: TriggerInput): Promise<SyncResult> {
  const lease = await acquireLease(acting, input);
  return performRun(acting.deps, lease, input);
}

async function acquireLease(acting: ActionContext<StaffActor>, input: TriggerInput): Promise<Lease> {
  for (;;) {
    const taking = (tx: Tx) => startRun(tx, acting, input);
    const started = await acting.deps.db.transaction(taking, { timeoutMs: TAKE_TIMEOUT });
    if ("fence" in started) return started;
    if (!input.wait || acting.call.signal?.aborted) throw inProgress(started.heldBy);
    await Bun.sleep(POLL_INTERVAL);
  }
}

async function startRun(tx: Tx, acting: ActionContext<StaffActor>, wish: TriggerInput): Promise<Started> {
  const { deps, principal } = acting;
  const id = randomId();
  const started = await takeLease(tx, deps, id);
  if ("heldBy" in started) return started;
  const by: RunTrigger = principal.kind === "operator" ? "cli" : "person";
  const { dryRun, full } = wish;
  const run = { id, trigger: by, startedBy: principal.name, dryRun, full };
  await tx.insert(syncRuns).values({ ...run, status: "running", startedAt: deps.now() });
  await record(tx, acting, { subject: id, after: { dryRun, full } });
  return started;
}

const inProgress = (runId: string) =>
  new DomainError("conflict", "A synchronisation is already in progress.", { facts: { runId } });

/** The schedule's run. One instance of all takes a tick; a run in progress makes it a skipped one. */
export async function tick(acting: ActionContext<SchedulePrincipal | OperatorPrincipal>) {
  const { deps } = acting;
  skipAuditCheck(acting);
  const started = await deps.db.transaction((tx) => startTick(tx, acting), {
    timeoutMs: TAKE_TIMEOUT,
  });
  if (started === null) return { success: true, message: "Another instance has taken this tick." };
  if ("heldBy" in started) return { success: false, message: SKIPPED };
  const { success, message } = await performRun(deps, started, { dryRun: false, full: false });
  return { success, message };
}

const SKIPPED = "Skipped: another run was in progress.";

/** The time that the schedule meant, however late its clock rang; without a schedule this second. */
function slotOf({ settings, now }: Deps): Date {
  const soon = now().getTime() + CLOCK_TOLERANCE;
  const [due] =
    settings.syncCron === null
      ? []
      : new Cron(settings.syncCron, { paused: true }).previousRuns(1, new Date(soon));
  return due ?? new Date(Math.floor(soon / seconds(1)) * seconds(1));
}

async function startTick(tx: Tx, acting: ActionContext): Promise<Started | null> {
  const { deps } = acting;
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
  await record(tx, acting, { subject: id });
  return started;
}

/** Lets the next run try a failed place, or all of them, as though they were new. Throws 404. */
export async function retry(acting: ActionContext<StaffActor>, id: string | undefined) {
  const retrying = async (tx: Tx) => {
    const retried = await retryFailed(tx, id);
    if (retried === 0 && id !== undefined) {
      throw new DomainError("notFound", "No failed place has this id");
    }
    await record(tx, acting, { subject: id ?? null, after: { retried } });
    return { success: true as const, retried };
  };
  return acting.deps.db.transaction(retrying, { timeoutMs: RETRY_TIMEOUT });
}

/** Asks the run in progress to end after its batch. Throws 409 where there is none that lives. */
export async function cancel(acting: ActionContext<StaffActor>) {
  const { syncDeadAfter } = acting.deps.settings;
  return acting.deps.db.transaction(async (tx) => {
    const [run] = await tx
      .update(syncRuns)
      .set({ cancelAsked: true })
      .where(
        sql`${eq(syncRuns.status, "running")} and ${syncRuns.id} = (select run_id from sync_lease
          where id = 1 and heartbeat_at > clock_timestamp() - make_interval(secs => ${syncDeadAfter}))`,
      )
      .returning({ id: syncRuns.id });
    if (!run) throw new DomainError("conflict", "No synchronisation is in progress.");
    await record(tx, acting, { subject: run.id });
    return { success: true as const, runId: run.id };
  });
}

/** Deletes runs of more than a year ago, and the oldest of very many; part of the hourly sweep. */
export async function deleteOldRuns({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - RUNS_KEPT).toISOString();
  await db.query("delete from sync_runs where started_at < $1 and status <> 'running'", [end]);
  await db.query(
    `delete from sync_runs where status <> 'running' and (started_at, id) <=
      (select started_at, id from sync_runs order by started_at desc, id desc offset ${RUNS_MAX} limit 1)`,
  );
}

/**
 * Keeps in mind, for the rest of the transaction, which places the main database may name. A restore calls it before
 * it replaces them.
 */
export async function rememberPlaceIds(tx: Tx): Promise<void> {
  await tx.execute("lock table pois, sync_unlinks in access exclusive mode"); // none may come in between
  await tx.execute(`create temp table rihla_places_before on commit drop as
    select id from pois union select poi_id from sync_unlinks`);
}

/**
 * After a restore nobody knows what the main database holds: every place is compared again, and those that the
 * backup does not have are let go of there.
 */
export async function requeueAllPlaces(tx: Tx): Promise<void> {
  await tx.execute(`insert into sync_unlinks (poi_id)
    select b.id from rihla_places_before b where not exists (select from pois p where p.id = b.id) on conflict do nothing`);
  await requeueSynced(tx);
}
