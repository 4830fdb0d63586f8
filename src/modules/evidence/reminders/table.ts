import { date, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";

/** The reminders before the end of a tier that are done: at most one row, and so one mail, for each step. */
export const tierReminders = pgTable(
  "tier_reminders",
  {
    poiId: text("poi_id").notNull(),
    /** The last day of the tier. */
    until: date({ mode: "string" }).notNull(),
    /** Days before that day; one of `STEPS`. Also done if the place had no owner to mail. */
    step: smallint().notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.poiId, table.until, table.step] })],
);
