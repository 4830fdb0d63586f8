import { eq, getViewName, sql } from "drizzle-orm";
import { lastSlot } from "../../core/jobs/schedule.ts";
import type { ActionContext, Deps, OperatorPrincipal, SchedulePrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { days, minutes, seconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import type { HalalStatus } from "../../shared/places/places.ts";
import { record, skipAuditCheck } from "../audit/public.ts";
import { endedTiers, expireTiersBeforeSync } from "../evidence/public.ts";
import { currentPois, requeueSynced, retryFailed } from "../places/public.ts";
import { endLeaving, leftPlaces } from "./decisions/service.ts";
import { withMainDatabase, withMainErrors } from "./main-database/main-errors.ts";
import { withFence } from "./runs/fence.ts";
import {
  acquireLease,
  type Lease,
  renewLease,
  retryWhileUnavailable,
  TAKE_TIMEOUT,
  takeLease,
} from "./runs/lease.ts";
import { perform, type StopReason, stopReason } from "./runs/perform.ts";
import { type PushContext, pushBatch } from "./runs/push-batch.ts";
import { RunStats } from "./runs/run-stats.ts";
import {
  type BatchOutcome,
  type Cursor,
  countDue,
  type DuePlace,
  markBatch,
  readDue,
  readSynced,
  saveFence,
  saveProgress,
} from "./runs/source-store.ts";
import { countDeleted, unlinkDeleted } from "./runs/unlink.ts";
import type { SyncResult, TriggerInput } from "./schema.ts";
import { syncRuns, syncUnlinks } from "./table.ts";

const POIS = getViewName(currentPois);

const RETRY_TIMEOUT = minutes(1); // per statement over all failed places
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

/** The scheduled time of this tick, even if it is late; without a schedule the current second. */
function slotOf({ settings: { syncCron }, now }: Deps): Date {
  const due = syncCron === null ? null : lastSlot(syncCron, now());
  return due ?? new Date(Math.floor(now().getTime() / seconds(1)) * seconds(1));
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
  await tx.execute(`lock table ${POIS}, sync_unlinks in access exclusive mode`); // no place may be added in between
  await tx.execute(`create temp table rihla_places_before on commit drop as
    select id from ${POIS} union select poi_id from sync_unlinks`);
}

/**
 * After a restore the state of the main database is unknown: compares every place again and unlinks those that the
 * backup does not contain, if `rememberPlaceIds` was called before.
 */
export async function requeueAllPlaces(tx: Tx, { remembered }: { remembered: boolean }): Promise<void> {
  if (remembered)
    await tx.execute(`insert into sync_unlinks (poi_id)
    select b.id from rihla_places_before b where not exists (select from ${POIS} p where p.id = b.id) on conflict do nothing`);
  await requeueSynced(tx);
}

const BATCH_SIZE = 5_000; // places per transaction: keeps progress visible and locks short

type RunOptions = Pick<TriggerInput, "dryRun" | "full">;

/** A push in progress. */
interface Run extends RunOptions {
  /** The tiers of today by place that are sent without being stored: in a dry run, and while the sweeps catch up. */
  tiers: ReadonlyMap<string, HalalStatus>;
  readonly deps: Deps;
  readonly stats: RunStats;
  lease: Lease;
}

/** Pushes the due places batch by batch; see `perform`. */
function performRun(deps: Deps, lease: Lease, options: RunOptions): Promise<SyncResult> {
  const run: Run = { ...options, deps, stats: new RunStats(options.dryRun), lease, tiers: new Map() };
  return perform(run, () => pushAll(run));
}

async function pushAll(run: Run): Promise<StopReason> {
  const { deps, full, dryRun, stats } = run;
  if (!dryRun) await retryWhileUnavailable(deps, () => expireTiersBeforeSync(deps));
  const catchingUp = await retryWhileUnavailable(deps, () => deps.clock.isCatchingUp());
  if (dryRun || catchingUp) run.tiers = await retryWhileUnavailable(deps, () => endedTiers(deps));
  // they stay pending until their tier is stored, or is sent again because the clock was set right
  const pending = (tx: Tx) => requeueSynced(tx, [...run.tiers.keys()]);
  if (!dryRun && catchingUp) await retryWhileUnavailable(deps, () => deps.db.transaction(pending));
  const ended = dryRun && !full ? await retryWhileUnavailable(deps, () => syncedEnded(run)) : [];
  stats.total = (await retryWhileUnavailable(deps, () => countDue(deps.db, full))) + ended.length;
  const begun = async (tx: Tx) => {
    await renewLease(tx, run.lease);
    await saveProgress(tx, run.lease, stats);
  };
  await retryWhileUnavailable(deps, () => deps.db.transaction(begun));
  if (stats.total === 0 && (await retryWhileUnavailable(deps, () => countDeleted(deps.db))) === 0)
    return null;
  return withMainDatabase(deps, (main) => withFence(run, main, (push) => pushWithFence(run, push, ended)));
}

/** Synced places that a run would send because it stores their tiers of today first, which a dry run must not. */
async function syncedEnded(run: Run): Promise<readonly DuePlace[]> {
  const places = await readSynced(run.deps.db, [...run.tiers.keys()]);
  return withTiers(run, places).map((place) => ({ ...place, is_synced: false }));
}

const withTiers = ({ tiers }: Run, places: readonly DuePlace[]): readonly DuePlace[] =>
  tiers.size === 0
    ? places
    : places.map((place) => {
        const tier = tiers.get(place.source_id);
        if (tier === undefined) return place;
        return { ...place, halal_verification_status: tier, tier_until: null, evidence_digest: null };
      });

async function pushWithFence(run: Run, push: PushContext, ended: readonly DuePlace[]): Promise<StopReason> {
  const { deps, dryRun, lease } = run;
  if (!dryRun) await retryWhileUnavailable(deps, () => saveFence(deps.db, lease)); // before the first image
  const isStopped = async () => (await stopReason(run)) !== null;
  run.stats.unlinked = await unlinkDeleted(run.deps, run.lease, push, isStopped);
  for (let from = 0; from < ended.length; from += BATCH_SIZE) {
    const batch = ended.slice(from, from + BATCH_SIZE);
    await mark(run, batch, await withMainErrors(deps.log, () => pushBatch(push, batch)));
  }
  return (await pushPass(run, push, false)) ?? (await pushPass(run, push, true));
}

/** A pipeline: reads a batch while the previous one is pushed and the one before is recorded. */
async function pushPass(run: Run, push: PushContext, withoutPlaceId: boolean): Promise<StopReason> {
  const { deps, full } = run;
  const read = (after: string) =>
    handled(
      retryWhileUnavailable(deps, () =>
        readDue(deps.db, full, { withoutPlaceId, after } satisfies Cursor, BATCH_SIZE),
      ).then((batch) => withTiers(run, batch)),
    );
  let next = read("");
  let marked: Promise<void> = Promise.resolve();
  try {
    let stopped = await stopReason(run);
    for (;;) {
      const batch = await next;
      const last = batch.at(-1);
      if (!last && withoutPlaceId) return null;
      if (!last || stopped) return stopped;
      if (batch.length === BATCH_SIZE) next = read(last.source_id);
      else next = Promise.resolve([]);
      const outcome = await withMainErrors(deps.log, () => pushBatch(push, batch));
      await marked;
      stopped = await stopReason(run); // before recording, for which an embedded database would make it wait
      marked = handled(mark(run, batch, outcome));
    }
  } finally {
    await next.catch(() => {});
    await marked;
  }
}

/** Marks a promise as handled: it is awaited later. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

async function mark(run: Run, batch: readonly DuePlace[], outcome: BatchOutcome): Promise<void> {
  const { deps, stats, dryRun } = run;
  const stored = batch.filter(({ source_id }) => !run.tiers.has(source_id));
  const counts = stats.after(batch.length, outcome.failures.length, outcome.written);
  await retryWhileUnavailable(deps, () => markBatch(deps, run.lease, stored, outcome, counts, dryRun));
  const failed = new Set(outcome.failures.map(({ place }) => place));
  for (const place of batch) if (!failed.has(place)) stats.addSynced(place.name);
  for (const { place, message } of outcome.failures) stats.addFailed(place.name, message);
  stats.written += outcome.written;
}
