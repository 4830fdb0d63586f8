import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, pgView, text } from "drizzle-orm/pg-core";
import { id, instant, plainText } from "../../../db/columns.ts";
import type { MergeUndo } from "./schema.ts";

/**
 * The places that were merged into listed ones: their pages lead to the place that stays, their evidence counts for it, and
 * their names find it.
 */
export const mergedPlaces = pgView("merged_places", {
  /** The id of the duplicate. */
  id: text().notNull(),
  /** The place that stays. */
  poiId: text("poi_id").notNull(),
  name: text().notNull(),
  /** As in `pois`: an import of the duplicate must not create it again. */
  identity: plainText("identity").notNull(),
  placeId: text("place_id"),
}).as(
  sql`select d.id, d.merged_into as poi_id, d.name, d.identity, d.place_id
    from pois d join pois p on p.id = d.merged_into where p.deleted_at is null and p.merged_into is null`,
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
