import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";
import { CATEGORIES } from "../../../shared/places/places.ts";
import { type LastDecision, REVIEW_STATUSES } from "../../../shared/reviews/reviews.ts";
import { formerPartner, partnerReference } from "../../partners/public.ts";
import { poiReference } from "../../places/public.ts";

/** Requests for new places. They outlive the partner. */
export const poiRequests = pgTable(
  "poi_requests",
  {
    id: text().primaryKey(),
    partnerId: partnerReference("partner_id"),
    formerPartner: formerPartner(),
    /** The business name at submission. */
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
    /** A code of `shared/reviews/reviews.ts`; null if none was given. */
    reason: text(),
    /** The reviewer's note to the partner. */
    notes: text().notNull().default(""),
    submittedAt: instant("submitted_at").notNull(),
    reviewedAt: instant("reviewed_at"),
    /** The reviewer's name. */
    reviewedBy: text("reviewed_by"),
    /** The place that the approval created. */
    poiId: poiReference("set null"),
    /** What it takes to undo the last decision; null when it cannot be undone any more. */
    lastDecision: jsonb("last_decision").$type<LastDecision>(),
  },
  (table) => [
    index("poi_requests_queue").on(table.status, table.submittedAt, table.id),
    index("poi_requests_reviewed").on(table.reviewedAt).where(sql`reviewed_at is not null`),
    index("poi_requests_poi").on(table.poiId),
    index("poi_requests_partner").on(table.partnerId, table.submittedAt),
    index("poi_requests_undoable").on(table.id).where(sql`last_decision is not null`),
  ],
);
