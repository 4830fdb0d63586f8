import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";

/** The servers that are running on this database; a row without a recent heartbeat is of one that was killed. */
export const instances = pgTable("instances", {
  id: text().primaryKey(),
  startedAt: instant("started_at").notNull(),
  seenAt: instant("seen_at").notNull(),
  /** The key checks of the keys that it has: SECRET_KEY and, during a rotation, SECRET_KEY_OLD. */
  keyChecks: text("key_checks").array().notNull(),
});
