import { asc, eq, getViewName, inArray } from "drizzle-orm";
import type { z } from "zod";
import { nextSlot } from "../../core/jobs/schedule.ts";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { newestFirst, readPage, type Sorting } from "../../db/query/paging.ts";
import { days, seconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Page } from "../../shared/listing.ts";
import { currentPois } from "../places/public.ts";
import { FAILURES_MAX } from "./runs/source-store.ts";
import {
  DETAILS_MAX,
  type FailedPlace,
  type failedList,
  type RUN_STATUSES,
  type RunSummary,
  type runList,
  type SyncStats,
  UNDO_DAYS,
} from "./schema.ts";
import { syncRunErrors, syncRuns } from "./table.ts";

const POIS = getViewName(currentPois);

interface Counts {
  readonly totalPois: number;
  readonly syncedPois: number;
  readonly pendingPois: number;
  readonly errorPois: number;
  readonly setApart: number;
}

// one statement, so that the three add up to the total
const SELECT_COUNTS = `select count(*) as "totalPois", count(*) filter (where sync_state = 'synced') as "syncedPois",
  count(*) filter (where sync_state = 'pending') as "pendingPois", count(*) filter (where sync_state = 'error') as "errorPois",
  count(*) filter (where sync_state = 'error' and sync_failures >= ${FAILURES_MAX}) as "setApart" from ${POIS}`;

const WROTE_ROWS = "status in ('succeeded', 'partial') and not dry_run and kind = 'push'";
const DURATION = "extract(epoch from finished_at - started_at) * 1000";
/** The average ignores runs that found nothing to do, unless there are no others. */
const SELECT_TIMES = `select max(finished_at) as "lastSyncTime",
  coalesce(avg(${DURATION}) filter (where done + unlinked > 0), avg(${DURATION}))::float8 as "avgSyncTime"
  from sync_runs where ${WROTE_ROWS}`;

const SELECT_LAST_RUN = `select id, status, message, finished_at as "finishedAt", synced, errors from sync_runs
  where status not in ('running', 'skipped') and not dry_run and kind = 'push' order by started_at desc, id desc limit 1`;

const SELECT_RUNNING = `select r.id as "runId", r.started_by as "startedBy", r.started_at as "startedAt", r.kind,
  r.dry_run as "dryRun", r.total, least(r.done, r.total) as done, r.synced, r.errors, r.written, r.cancel_asked as cancelling
  from sync_lease l join sync_runs r on r.id = l.run_id
  where l.id = 1 and l.heartbeat_at > clock_timestamp() - make_interval(secs => $1)`;

type Running = Omit<NonNullable<SyncStats["running"]>, "rowsPerSecond" | "secondsLeft">;

/** The counts, the current run, the next one and the result of the last one. */
export async function stats({ deps }: ActionContext<StaffActor>): Promise<SyncStats> {
  const { db, settings } = deps;
  const [[counts], [times], [lastRun], [running]] = await Promise.all([
    db.query<Counts>(SELECT_COUNTS),
    db.query<Pick<SyncStats, "lastSyncTime" | "avgSyncTime">>(SELECT_TIMES),
    db.query<NonNullable<SyncStats["lastRun"]>>(SELECT_LAST_RUN),
    db.query<Running>(SELECT_RUNNING, [settings.syncDeadAfter]),
  ]);
  if (!counts || !times) throw new Error("the counts returned no row");
  return {
    ...counts,
    ...times,
    nextRun: nextRun(deps),
    running: running ? { ...running, ...progressRate(running, deps.now()) } : null,
    lastRun: lastRun ?? null,
  };
}

function nextRun({ settings, now }: Deps): Date | null {
  if (settings.syncCron === null) return null;
  return nextSlot(settings.syncCron, now());
}

function progressRate({ startedAt, done, total }: Running, now: Date) {
  const elapsed = now.getTime() - startedAt.getTime();
  if (done === 0 || elapsed <= 0) return { rowsPerSecond: null, secondsLeft: null };
  const rowsPerSecond = (done * seconds(1)) / elapsed;
  return { rowsPerSecond, secondsLeft: Math.max(0, total - done) / rowsPerSecond };
}

type Row = typeof syncRuns.$inferSelect;
const NEWEST = newestFirst(syncRuns.startedAt, (row: Row) => row.startedAt);

/** The runs, newest first. */
export async function runs(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof runList>,
): Promise<Page<RunSummary>> {
  const page = await readPage(deps.db.orm, { table: syncRuns, sorting: NEWEST, where: undefined, input });
  return { ...page, items: await withUndo(deps, page.items) };
}

/** Adds to runs whether they were undone, and whether they can be. */
async function withUndo({ db, now }: Deps, rows: readonly Row[]): Promise<RunSummary[]> {
  const ids = rows.map(({ id }) => id);
  const undos = await db.orm
    .select({ undoes: syncRuns.undoes, status: syncRuns.status })
    .from(syncRuns)
    .where(inArray(syncRuns.undoes, ids));
  const oldest = now().getTime() - days(UNDO_DAYS);
  return rows.map((row) => {
    const own = undos.filter(({ undoes }) => undoes === row.id);
    const isDone = own.some(({ status }) => status === "succeeded" || status === "partial");
    const canUndo = row.fence !== null && row.status !== "running" && row.startedAt.getTime() >= oldest;
    return { ...row, undo: isDone ? "done" : own.length > 0 ? "begun" : "none", canUndo };
  });
}

/** A run with the first 200 places that failed in it. Throws 404. */
export async function run({ deps }: ActionContext<StaffActor>, id: string) {
  const [found] = await deps.db.orm.select().from(syncRuns).where(eq(syncRuns.id, id));
  if (!found) throw new DomainError("notFound", "This run does not exist");
  const failures = await deps.db.orm
    .select({ placeId: syncRunErrors.poiId, name: syncRunErrors.name, message: syncRunErrors.message })
    .from(syncRunErrors)
    .where(eq(syncRunErrors.runId, id))
    .orderBy(asc(syncRunErrors.id))
    .limit(DETAILS_MAX);
  const [summary] = await withUndo(deps, [found]);
  if (!summary) throw new Error("a run has no summary");
  return { ...summary, failures };
}

const BY_ID: Sorting<typeof currentPois.$inferSelect> = {
  column: currentPois.id,
  kind: "text",
  descending: false,
  of: (row) => row.id,
};

/** The places that could not be synced, in the order in which runs take them. */
export async function failed(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof failedList>,
): Promise<Page<FailedPlace>> {
  const where = eq(currentPois.syncState, "error");
  const page = await readPage(deps.db.orm, { table: currentPois, sorting: BY_ID, where, input });
  return { ...page, items: page.items.map(failedOf) };
}

const failedOf = ({
  id,
  name,
  city,
  syncError,
  syncFailures,
}: typeof currentPois.$inferSelect): FailedPlace => ({
  id,
  name,
  city,
  message: syncError ?? "",
  failures: syncFailures,
  setApart: syncFailures >= FAILURES_MAX,
});

interface Runs {
  /** When the last run that wrote ended. */
  readonly lastSuccessAt: Date | null;
  /** The status of the last run that has ended, and when it did. */
  readonly lastStatus: (typeof RUN_STATUSES)[number] | null;
  readonly lastEndedAt: Date | null;
  readonly lastMessage: string | null;
  /** Since when a run has been in progress. */
  readonly runningSince: Date | null;
}

interface Places {
  readonly pending: number;
  readonly failed: number;
}

export type SyncHealth = Runs & Places;

const ENDED = "status not in ('running', 'skipped') and not dry_run and kind = 'push'";

/** $1: the seconds after which a run without a heartbeat is dead. */
const RUNS = `select
  (select max(finished_at) from sync_runs where status in ('succeeded', 'partial') and not dry_run and kind = 'push')
    as "lastSuccessAt",
  last.status as "lastStatus", last.finished_at as "lastEndedAt", last.message as "lastMessage",
  (select r.started_at from sync_lease l join sync_runs r on r.id = l.run_id
    where l.id = 1 and l.heartbeat_at > clock_timestamp() - make_interval(secs => $1)) as "runningSince"
  from (select 1) as one left join lateral (select status, finished_at, message from sync_runs where ${ENDED}
    order by started_at desc, id desc limit 1) as last on true`;

/** From an index that holds only what is not synced. */
const PLACES = `select count(*) filter (where sync_state = 'pending')::int as pending,
  count(*) filter (where sync_state = 'error')::int as failed from ${POIS} where sync_state <> 'synced'`;

/** How the sync goes. Cheap enough for every scrape of metrics. */
export async function syncHealth({ db, settings }: Deps): Promise<SyncHealth> {
  const [runs] = await db.query<Runs>(RUNS, [settings.syncDeadAfter]);
  const [places] = await db.query<Places>(PLACES);
  if (!runs || !places) throw new Error("the counts of the sync returned no row");
  return { ...runs, ...places };
}
