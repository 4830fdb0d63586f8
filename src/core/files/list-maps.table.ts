import { jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { ListMap } from "../../shared/list-columns.ts";

/** How lists with the same header were read when a person last said so. */
export const listMaps = pgTable(
  "list_maps",
  {
    /** What the list was read for. */
    kind: text().notNull(),
    /** A hash of the names in the header. */
    shape: text().notNull(),
    columns: jsonb().$type<ListMap["columns"]>().notNull(),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.shape] })],
);
