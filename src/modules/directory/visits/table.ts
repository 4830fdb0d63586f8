import { date, index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { poiReference } from "../../places/public.ts";

/** How often the page of a place was viewed, and directions to it were asked for: nothing about who did. */
export const placeVisits = pgTable(
  "place_visits",
  {
    poiId: poiReference("cascade").notNull(),
    /** In UTC. */
    day: date({ mode: "string" }).notNull(),
    views: integer().notNull(),
    directions: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.poiId, table.day] }), index("place_visits_day").on(table.day)],
);
