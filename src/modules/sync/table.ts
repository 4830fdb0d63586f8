import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";
import { poiReference } from "../places/public.ts";
import { CHOICES, RUN_KINDS, RUN_STATUSES, RUN_TRIGGERS } from "./schema.ts";

/** All sync runs, including the one in progress. */
export const syncRuns = pgTable(
  "sync_runs",
  {
    id: text().primaryKey(),
    /** The scheduled second, unique so that only one of all instances runs a tick. */
    slot: text().unique("sync_runs_slot"),
    kind: text({ enum: RUN_KINDS }).notNull().default("push"),
    /** The run that an undo puts back. */
    undoes: text(),
    trigger: text({ enum: RUN_TRIGGERS }).notNull(),
    startedBy: text("started_by").notNull(),
    dryRun: boolean("dry_run").notNull(),
    full: boolean("is_full").notNull(),
    status: text({ enum: RUN_STATUSES }).notNull(),
    message: text(),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at"),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    synced: integer().notNull().default(0),
    errors: integer().notNull().default(0),
    written: integer().notNull().default(0),
    unlinked: integer().notNull().default(0),
    cancelAsked: boolean("cancel_asked").notNull().default(false),
    /** The fencing token with which the run wrote; identifies its before-images in the main database. */
    fence: bigint({ mode: "number" }),
  },
  (table) => [index("sync_runs_newest").on(table.startedAt, table.id)],
);

/** The places that failed in a run, with the reasons. */
export const syncRunErrors = pgTable(
  "sync_run_errors",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    runId: text("run_id")
      .notNull()
      .references(() => syncRuns.id, { onDelete: "cascade" }),
    poiId: text("poi_id").notNull(),
    name: text().notNull(),
    message: text().notNull(),
  },
  (table) => [index("sync_run_errors_run").on(table.runId, table.id)],
);

/** One row: the lease of the sync. Times are those of the database, so that the clocks of instances do not matter. */
export const syncLease = pgTable(
  "sync_lease",
  {
    id: integer().primaryKey(),
    /** Null if no run is in progress. */
    runId: text("run_id"),
    /** The fencing token, incremented for every holder. Each write of a run checks it. */
    fence: bigint({ mode: "number" }).notNull(),
    heartbeatAt: instant("heartbeat_at"),
  },
  (table) => [check("sync_lease_one", sql`${table.id} = 1`)],
);

/** Deleted places to which main rows are still linked; written by a trigger on `pois`. */
export const syncUnlinks = pgTable("sync_unlinks", {
  /** The place. */
  id: text("poi_id").primaryKey(),
  deletedAt: instant("deleted_at").notNull().defaultNow(),
  /** Linked again by an undo: stays so until someone retries the failed places. */
  held: boolean().notNull().default(false),
});

/** What staff have decided on a place that no run could match. A run follows it until it is taken back. */
export const syncDecisions = pgTable(
  "sync_decisions",
  {
    /** The place. */
    id: poiReference("cascade").primaryKey(),
    choice: text({ enum: CHOICES }).notNull(),
    /** The main row to link; for a new row the one that the place was linked to before, which a run unlinks. */
    mainId: text("main_id"),
    /** The name of that row when the decision was made. */
    mainName: text("main_name"),
    decidedBy: text("decided_by").notNull(),
    decidedAt: instant("decided_at").notNull(),
    /** Why the place had failed, and how often: what taking the decision back restores. */
    error: text().notNull(),
    failures: integer().notNull(),
    /** The version of the place that was decided on. */
    version: integer().notNull(),
  },
  (table) => [
    uniqueIndex("sync_decisions_link").on(table.mainId).where(sql`choice = 'link'`),
    index("sync_decisions_newest").on(table.decidedAt, table.id),
  ],
);
