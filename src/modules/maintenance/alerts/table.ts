import { bigint, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";
import type { AlertMessage } from "./schema.ts";

/** One row for each condition that has ever been found. */
export const alerts = pgTable("alerts", {
  /** One of `CONDITIONS`. */
  name: text().primaryKey(),
  since: instant("since").notNull(),
  /** When an instance last found it. */
  seenAt: instant("seen_at").notNull(),
  sentence: text().notNull(),
  /** When the operator was last told that it lasts; null until the first time. */
  toldAt: instant("told_at"),
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
