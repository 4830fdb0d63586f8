import { bigint, date, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant, jsonValue } from "../../../db/columns.ts";
import {
  type Calculation,
  type IqamahRule,
  type Jumuah,
  PRAYERS,
} from "../../../shared/places/iqamah-rules.ts";
import { pois } from "../table.ts";

/** What can be said: a rule for each prayer, the list of Friday prayers, and how adhan is computed. */
export const SUBJECTS = [...PRAYERS, "jumuah", "calculation"] as const;
export type Subject = (typeof SUBJECTS)[number];

export type Said = IqamahRule | readonly Jumuah[] | Calculation;

/**
 * What masjids say about their prayer times, each from a day on: on a day, the newest row counts whose day has come. Rows are
 * only added, and deleted with their place or when a merge is undone.
 */
export const prayerStatements = pgTable(
  "prayer_statements",
  {
    seq: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    poiId: text("poi_id")
      .notNull()
      .references(() => pois.id, { onDelete: "cascade" }),
    subject: text({ enum: SUBJECTS }).notNull(),
    firstDay: date("first_day", { mode: "string" }).notNull(),
    /** Null says nothing from that day on. */
    value: jsonValue<Said>("value"),
    source: text({ enum: ["owner", "staff"] }).notNull(),
    /** The account of the source. */
    byId: text("by_id").notNull(),
    /** The name of a staff member. */
    byName: text("by_name"),
    at: instant("at").notNull(),
  },
  (table) => [index("prayer_statements_place").on(table.poiId, table.seq)],
);
