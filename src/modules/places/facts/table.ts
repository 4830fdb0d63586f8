import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant, jsonValue } from "../../../db/columns.ts";
import { FACT_KEYS, FACT_SOURCES, type FactValue } from "../../../shared/places/facts.ts";
import { pois } from "../table.ts";

/** What sources state about places; `currentFacts` chooses what counts. Rows are only added, and deleted with their place. */
export const placeFacts = pgTable(
  "place_facts",
  {
    seq: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    poiId: text("poi_id")
      .notNull()
      .references(() => pois.id, { onDelete: "cascade" }),
    key: text({ enum: FACT_KEYS }).notNull(),
    /** Null withdraws what the source stated before. */
    value: jsonValue<FactValue>("value"),
    source: text({ enum: FACT_SOURCES }).notNull(),
    /** The account of the source; null for imports. */
    byId: text("by_id"),
    /** The name of a staff member. */
    byName: text("by_name"),
    at: instant("at").notNull(),
  },
  (table) => [index("place_facts_newest").on(table.poiId, table.key, table.source, table.seq)],
);
