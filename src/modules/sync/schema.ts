import { z } from "zod";
import { idInPath } from "../../shared/fields.ts";
import { listInput, pageOf } from "../../shared/listing.ts";

export const RUN_STATUSES = [
  "running",
  "succeeded",
  "partial",
  "failed",
  "cancelled",
  "interrupted",
  "skipped",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** An undo is a run that puts back what another one has written. */
export const RUN_KINDS = ["push", "undo"] as const;

/** What staff can decide on a place that failed. */
export const CHOICES = ["link", "insert", "leave"] as const;

/** What started a run: staff in the browser or over REST, the schedule, the command line. */
export const RUN_TRIGGERS = ["person", "schedule", "cli"] as const;

const flag = (name: string, help: string) =>
  z
    .boolean({ error: `${name} must be true or false` })
    .default(false)
    .describe(help);
const wait = flag("wait", "wait for a run in progress instead of being refused");
const count = z.number().int();

export const triggerInput = z.object({
  dryRun: flag("dryRun", "perform the run and roll it back"),
  full: flag("full", "also compare synced places again"),
  wait,
});
export type TriggerInput = z.output<typeof triggerInput>;

export const DETAILS_MAX = 200;

export const triggerOutput = z.object({
  success: z.boolean(),
  message: z.string(),
  synced: count,
  errors: count,
  /** Errors first, 200 at most. */
  details: z.array(
    z.object({ name: z.string(), status: z.enum(["synced", "error"]), message: z.string().optional() }),
  ),
});
export type SyncResult = z.output<typeof triggerOutput>;

/** Days for which a run can be undone. */
export const UNDO_DAYS = 30;

export const undoInput = z.object({
  id: idInPath,
  dryRun: flag("dryRun", "only count what an undo would do"),
  wait,
});

export const undoOutput = z.object({
  success: z.boolean(),
  message: z.string(),
  /** The run that was undone. */
  runId: z.string(),
  /** Rows that the run had changed, and that are as before again. */
  restored: count,
  /** Rows that the run had inserted, and that are deleted. */
  removed: count,
  /** Rows that were changed after the run. */
  left: count,
  /** Left ones first, 200 at most. */
  details: z.array(
    z.object({
      name: z.string(),
      status: z.enum(["restored", "removed", "left"]),
      message: z.string().optional(),
    }),
  ),
});
export type UndoResult = z.output<typeof undoOutput>;

/** The ends of messages of runs that ended early. */
export const REST_PENDING = "The rest waits for the next run.";
export const TAKEN_OVER = "another one has taken over.";

/** Whether a run was interrupted or canceled. */
export const endedEarly = ({ message }: Pick<SyncResult, "message">): boolean =>
  message.endsWith(REST_PENDING) || message.endsWith(TAKEN_OVER);

export const runSummary = z.object({
  id: z.string(),
  kind: z.enum(RUN_KINDS),
  /** The run that an undo puts back. */
  undoes: z.string().nullable(),
  /** Whether an undo of the run has begun, or has gone through all of it. */
  undo: z.enum(["none", "begun", "done"]),
  /** Whether it has written something that can still be undone. */
  canUndo: z.boolean(),
  trigger: z.enum(RUN_TRIGGERS),
  startedBy: z.string(),
  dryRun: z.boolean(),
  full: z.boolean(),
  status: z.enum(RUN_STATUSES),
  /** Null while it runs. */
  message: z.string().nullable(),
  startedAt: z.date(),
  finishedAt: z.date().nullable(),
  /** Places that were due when it began. */
  total: count,
  /** Places that it has processed so far. */
  done: count,
  synced: count,
  errors: count,
  /** Rows of the main database that it changed or inserted. */
  written: count,
  /** Rows of the main database whose local place was deleted. */
  unlinked: count,
});
export type RunSummary = z.output<typeof runSummary>;
export const runPage = pageOf(runSummary);
export const runList = listInput.omit({ q: true });

export const runInput = z.object({ id: idInPath });
export const runOutput = runSummary.extend({
  failures: z.array(z.object({ placeId: z.string(), name: z.string(), message: z.string() })),
});

export const failedPlace = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  message: z.string(),
  /** Failed attempts in a row. */
  failures: count,
  /** Skipped until someone retries it. */
  setApart: z.boolean(),
});
export type FailedPlace = z.output<typeof failedPlace>;
export const failedPage = pageOf(failedPlace);
export const failedList = listInput.omit({ q: true });

/** Without an id: all failed places. */
export const retryInput = z.object({ id: idInPath.optional() });
export const retryOutput = z.object({ success: z.literal(true), retried: count });

export const cancelOutput = z.object({ success: z.literal(true), runId: z.string() });
export const tickOutput = z.object({ success: z.boolean(), message: z.string() });

export const statsOutput = z.object({
  totalPois: count,
  syncedPois: count,
  pendingPois: count,
  errorPois: count,
  /** The end of the last run that was not a dry run. */
  lastSyncTime: z.date().nullable(),
  /** Milliseconds per run. */
  avgSyncTime: z.number().nullable(),
  /** Failed places that are skipped until someone retries them. */
  setApart: count,
  /** The next run of the schedule; null without a schedule. */
  nextRun: z.date().nullable(),
  running: z
    .object({
      runId: z.string(),
      kind: z.enum(RUN_KINDS),
      startedBy: z.string(),
      startedAt: z.date(),
      dryRun: z.boolean(),
      total: count,
      done: count,
      synced: count,
      errors: count,
      written: count,
      rowsPerSecond: z.number().nullable(),
      secondsLeft: z.number().nullable(),
      cancelling: z.boolean(),
    })
    .nullable(),
  /** The last run that ended, except dry and skipped ones. With the success rate it determines the health label. */
  lastRun: runSummary
    .pick({ id: true, status: true, message: true, finishedAt: true, synced: true, errors: true })
    .nullable(),
});
export type SyncStats = z.output<typeof statsOutput>;
