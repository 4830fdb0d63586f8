import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** How often the landing page was viewed, by day (UTC) and source. Joins and what follows are counted from signups. */
export const sourceViews = pgTable(
  "source_views",
  {
    day: date({ mode: "string" }).notNull(),
    source: text().notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.source] })],
);
