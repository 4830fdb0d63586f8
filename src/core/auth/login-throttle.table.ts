import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";

/** Counters of failed logins and MFA codes, by name, device and address. */
export const throttle = pgTable("throttle", {
  key: text().primaryKey(),
  failures: integer().notNull(),
  startedAt: instant("started_at").notNull(),
  lastAt: instant("last_at").notNull(),
  lockedUntil: instant("locked_until"),
});
