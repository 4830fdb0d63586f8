import { sql } from "drizzle-orm";
import { jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";
import type { SavedView, ViewList } from "./schema.ts";

/** Filters and orders of lists under a name, which the whole team uses. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: text().primaryKey(),
    list: text().$type<ViewList>().notNull(),
    name: text().notNull(),
    values: jsonb().$type<SavedView["values"]>().notNull(),
    /** The id of the account; empty where an operator saved it. */
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("saved_views_name").on(table.list, sql`lower(${table.name})`)],
);
