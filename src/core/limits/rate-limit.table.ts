import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";

/**
 * Volume counters, one row a key with what is left of both of its windows; times are milliseconds
 * since 1970. The migration makes it UNLOGGED: a crash may forget who was busy, never a signup.
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
