import { sql } from "drizzle-orm";
import { bigint, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";
import type { AlertMessage } from "./alerts/schema.ts";

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

/** One row for each condition that has ever been found. */
export const alerts = pgTable("alerts", {
  /** One of `CONDITIONS`. */
  name: text().primaryKey(),
  since: instant("since").notNull(),
  /** When an instance last found it. */
  seenAt: instant("seen_at").notNull(),
  sentence: text().notNull(),
  /** When the operator was last told that it lasts; null until the first time. */
  notifiedAt: instant("told_at"),
  /** Null while it lasts. */
  resolvedAt: instant("resolved_at"),
});

/** Messages that `ALERT_WEBHOOK_URL` has not taken yet: few, so that they need no index. */
export const alertMessages = pgTable("alert_messages", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  message: jsonb().$type<AlertMessage>().notNull(),
  createdAt: instant("created_at").notNull(),
  attempts: integer().notNull().default(0),
  nextTryAt: instant("next_try_at").notNull(),
});
