import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";

/** What there is in each metro, counted regularly; metros without anything have no row. */
export const cityCounts = pgTable("city_counts", {
  /** The GeoNames id of the main city. */
  metroId: integer("metro_id").primaryKey(),
  /** People on the waitlist who gave a city of the metro. */
  waiting: integer().notNull(),
  /** Those who confirmed their address. */
  confirmed: integer().notNull(),
  /** Those who joined in the last 30 days. */
  joined: integer().notNull(),
  places: integer().notNull(),
  verified: integer().notNull(),
  reported: integer().notNull(),
  masjids: integer().notNull(),
  /** The number of people that visitors see; 0 is under 10. Changes once a day (docs/decisions/023-city-counts.md). */
  shown: integer().notNull().default(0),
});

export type CityCounts = typeof cityCounts.$inferSelect;

/** One row. */
export const cityState = pgTable("city_state", {
  id: boolean().primaryKey().default(true),
  /** Confirmed people that a metro needs before the launch there; null until someone sets it. */
  bar: integer(),
  /** When `city_counts` was counted; null before the first time. */
  countedAt: instant("counted_at"),
  /** How many signups and places were counted. */
  counted: integer().notNull().default(0),
  /** The `GAZETTEER_VERSION` by which the stored cities were last read. */
  gazetteer: integer().notNull().default(0),
  /** The day, in UTC, whose numbers visitors see; null until there is one to show. */
  shownOn: text("shown_on"),
});
