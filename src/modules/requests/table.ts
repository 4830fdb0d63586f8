import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";
import { CATEGORIES } from "../../shared/places.ts";
import { REVIEW_STATUSES } from "../../shared/reviews.ts";
import { partners } from "../partners/table.ts";
import { pois } from "../pois/table.ts";

/** A partner asks for a place that the directory lacks. It outlives the partner. */
export const poiRequests = pgTable(
  "poi_requests",
  {
    id: text().primaryKey(),
    partnerId: text("partner_id").references(() => partners.id, { onDelete: "set null" }),
    /** The business's name, as it was when the request came. */
    partnerName: text("partner_name").notNull(),
    name: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zipCode: text("zip_code").notNull(),
    /** Digits. */
    phone: text().notNull(),
    website: text().notNull(),
    category: text({ enum: CATEGORIES }).notNull(),
    subcategory: text().notNull(),
    halalCertificate: text("halal_certificate").notNull(),
    status: text({ enum: REVIEW_STATUSES }).notNull().default("pending"),
    /** A code of `shared/reviews.ts`; null where none was given. */
    reason: text(),
    /** What the reviewer says to the partner. */
    notes: text().notNull().default(""),
    submittedAt: instant("submitted_at").notNull(),
    reviewedAt: instant("reviewed_at"),
    reviewedBy: text("reviewed_by"),
    /** The place that an approval made. */
    poiId: text("poi_id").references(() => pois.id, { onDelete: "set null" }),
  },
  (table) => [
    index("poi_requests_queue").on(table.status, table.submittedAt, table.id),
    index("poi_requests_partner").on(table.partnerId, table.submittedAt),
  ],
);
