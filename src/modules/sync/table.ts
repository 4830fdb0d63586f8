import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";
import { RUN_STATUSES, RUN_TRIGGERS } from "./schema.ts";

/** Every run of the sync, the one under way too. */
export const syncRuns = pgTable(
  "sync_runs",
  {
    id: text().primaryKey(),
    /** The second for which the schedule wanted it: every instance has a clock, and one of them runs. */
    slot: text().unique("sync_runs_slot"),
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
  },
  (table) => [index("sync_runs_newest").on(table.startedAt, table.id)],
);

/** Which places failed in a run, and why. */
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

/** One row: who runs the sync. Times are the database's own, so that no instance's clock counts. */
export const syncLease = pgTable(
  "sync_lease",
  {
    id: integer().primaryKey(),
    /** Null while nobody runs it. */
    runId: text("run_id"),
    /** Counts up with every holder; each write of a run asks whether its number still stands. */
    fence: bigint({ mode: "number" }).notNull(),
    heartbeatAt: instant("heartbeat_at"),
  },
  (table) => [check("sync_lease_one", sql`${table.id} = 1`)],
);

/** Places that were deleted here while the main database still names them: a trigger on `pois` notes them. */
export const syncUnlinks = pgTable("sync_unlinks", {
  poiId: text("poi_id").primaryKey(),
  deletedAt: instant("deleted_at").notNull().defaultNow(),
});
