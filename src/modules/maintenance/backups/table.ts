import { sql } from "drizzle-orm";
import { bigint, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";

/** Backups that were written into the backup store, or failed. The files themselves are listed there. */
export const backupRuns = pgTable(
  "backup_runs",
  {
    /** The name of the file in the store. */
    name: text().primaryKey(),
    /** As `scheduledFor`, which only one instance takes; null once it has failed, so that another attempt can take it. */
    dueAt: instant("due_at").unique(),
    /** The minute of the schedule that it is for; null for one that an operator started. */
    scheduledFor: instant("scheduled_for"),
    startedAt: instant("started_at").notNull(),
    /** A heartbeat: without one for a minute, the process was killed. */
    seenAt: instant("seen_at").notNull(),
    /** Null while it runs. */
    finishedAt: instant("finished_at"),
    /** Why it failed; null if it has not. */
    error: text(),
    bytes: bigint({ mode: "number" }),
    rows: bigint({ mode: "number" }),
    /** Evidence files in it. */
    evidence: integer(),
  },
  () => [
    uniqueIndex("backup_runs_one_at_a_time").on(sql`(finished_at is null)`).where(sql`finished_at is null`),
  ],
);
