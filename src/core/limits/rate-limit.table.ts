import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";

/**
 * Rate limit counters: one row per key with what is left of both windows; times are milliseconds since 1970. The
 * migration makes the table UNLOGGED, because a crash may lose these counters but nothing else.
 */
export const volume = pgTable(
  "volume",
  {
    key: text().primaryKey(),
    granted: integer().notNull(),
    shortLeft: integer("short_left").notNull(),
    shortEnds: bigint("short_ends", { mode: "number" }).notNull(),
    longLeft: integer("long_left").notNull(),
    longEnds: bigint("long_ends", { mode: "number" }).notNull(),
  },
  (table) => [index("volume_long_ends").on(table.longEnds)],
);
