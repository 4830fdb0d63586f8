import { bigint, boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";

/** One row for each job: who runs it, and how it went. */
export const jobs = pgTable("jobs", {
  /** The path of its procedure. */
  name: text().primaryKey(),
  /** The instance that runs it; null while none does. One that stays after `leaseUntil` has been killed. */
  holder: text(),
  /** Counts the runs: one that has lost its lease changes nothing here any more. */
  fence: bigint({ mode: "number" }).notNull().default(0),
  leaseUntil: instant("lease_until"),
  /** The time of the schedule that it ran for last; null for a job that runs when there is something to do. */
  slot: instant("slot"),
  beganAt: instant("began_at"),
  endedAt: instant("ended_at"),
  succeededAt: instant("succeeded_at"),
  /** Failures since the last success, and the class of the last one. */
  failures: integer().notNull().default(0),
  error: text(),
  /** Null unless the last run failed. */
  retryAt: instant("retry_at"),
});

/** The processes that are running on this database; a row without a recent heartbeat is of one that was killed. */
export const instances = pgTable("instances", {
  id: text().primaryKey(),
  startedAt: instant("started_at").notNull(),
  seenAt: instant("seen_at").notNull(),
  /** The key checks of the keys that it has: SECRET_KEY and, during a rotation, SECRET_KEY_OLD. */
  keyChecks: text("key_checks").array().notNull(),
  runsJobs: boolean("runs_jobs").notNull().default(true),
});
