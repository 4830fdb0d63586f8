import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant, plainText } from "../../../db/columns.ts";
import { pois } from "../table.ts";
import type { MergeUndo } from "./schema.ts";

/**
 * The ids of places that were merged into others, for good: their pages lead to the place that stays, their evidence counts
 * for it, and their names find it.
 */
export const mergedPlaces = pgTable(
  "merged_places",
  {
    /** The id of the duplicate. */
    id: text().primaryKey(),
    /** The place that stays; if that is merged into a third one, the third. */
    poiId: text("poi_id")
      .notNull()
      .references(() => pois.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** As in `pois`: an import of the duplicate must not create it again. */
    identity: plainText("identity").notNull(),
    placeId: text("place_id"),
  },
  (table) => [
    index("merged_places_poi").on(table.poiId),
    index("merged_places_identity").on(table.identity),
    index("merged_places_place_id").on(table.placeId),
  ],
);

/** Who merged what, and what an undo needs. */
export const placeMerges = pgTable(
  "place_merges",
  {
    id: id(),
    keptId: text("kept_id").notNull(),
    keptName: text("kept_name").notNull(),
    duplicateId: text("duplicate_id").notNull(),
    duplicateName: text("duplicate_name").notNull(),
    /** The staff member's name. */
    mergedBy: text("merged_by"),
    mergedAt: instant("merged_at").notNull(),
    /** Null once it is undone or can no longer be. */
    undo: jsonb().$type<MergeUndo>(),
    undoneAt: instant("undone_at"),
    undoneBy: text("undone_by"),
  },
  (table) => [
    index("place_merges_kept").on(table.keptId),
    index("place_merges_duplicate").on(table.duplicateId),
    index("place_merges_merged").on(table.mergedAt),
  ],
);
