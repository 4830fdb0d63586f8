import { date, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant } from "../../../db/columns.ts";
import { poiReference } from "../../places/public.ts";
import { SAID_BY } from "./schema.ts";

/**
 * Where the meat of a place comes from, as its owner or staff said last. Apart from the records of evidence, so that no tier
 * can be based on it.
 */
export const placeSuppliers = pgTable(
  "place_suppliers",
  {
    id: id(),
    poiId: poiReference("cascade").notNull(),
    name: text().notNull(),
    /** The name folded. */
    nameKey: text("name_key").notNull(),
    /** The last day for which it is confirmed; after it no page shows it. */
    until: date({ mode: "string" }).notNull(),
    by: text({ enum: SAID_BY }).notNull(),
    confirmedAt: instant("confirmed_at").notNull(),
    /** The `until` about which the owner was last mailed. */
    askedAbout: date("asked_about", { mode: "string" }),
  },
  (table) => [
    uniqueIndex("place_suppliers_name").on(table.poiId, table.nameKey),
    index("place_suppliers_until").on(table.until),
  ],
);
