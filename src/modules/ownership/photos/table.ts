import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant } from "../../../db/columns.ts";
import { formerPartner, partnerReference } from "../../partners/public.ts";
import { poiReference } from "../../places/public.ts";
import { PHOTO_STATES } from "./schema.ts";

/** Photos of places. One is public while it is in the state `shown` and who sent it owns the place. */
export const placePhotos = pgTable(
  "place_photos",
  {
    id: id(),
    poiId: poiReference("cascade").notNull(),
    partnerId: partnerReference("partner_id"),
    formerPartner: formerPartner(),
    /** A file of the owner. */
    fileId: text("file_id").notNull(),
    alt: text().notNull(),
    position: integer().notNull(),
    /** The id of a photo that this one takes the place of when it is approved. */
    replaces: text(),
    state: text({ enum: PHOTO_STATES }).notNull().default("waiting"),
    sentAt: instant("sent_at").notNull(),
    changedAt: instant("changed_at").notNull(),
    /** Why it was declined. */
    notes: text().notNull().default(""),
    /** When the sweep found that its sender does not own the place. */
    leftAt: instant("left_at"),
  },
  (table) => [
    index("place_photos_poi").on(table.poiId),
    index("place_photos_queue").on(table.state, table.sentAt, table.id),
    uniqueIndex("place_photos_file").on(table.fileId),
    index("place_photos_partner").on(table.partnerId),
  ],
);
