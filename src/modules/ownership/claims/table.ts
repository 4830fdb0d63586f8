import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";
import { type LastDecision, REVIEW_STATUSES } from "../../../shared/reviews/reviews.ts";
import { formerPartner, partnerReference } from "../../partners/public.ts";
import { poiReference } from "../../places/public.ts";

/** Claims of ownership. They outlive place and partner: decisions stay on record. */
export const poiClaims = pgTable(
  "poi_claims",
  {
    id: text().primaryKey(),
    poiId: poiReference("set null"),
    poiName: text("poi_name").notNull(),
    partnerId: partnerReference("partner_id"),
    formerPartner: formerPartner(),
    /** The business name at submission. */
    partnerName: text("partner_name").notNull(),
    /** Free text and ids of evidence files, in the order submitted. */
    documents: jsonb().$type<readonly string[]>().notNull(),
    status: text({ enum: REVIEW_STATUSES }).notNull().default("pending"),
    /** A code of `shared/reviews/reviews.ts`; null if none was given. */
    reason: text(),
    /** The reviewer's note to the partner. */
    notes: text().notNull().default(""),
    submittedAt: instant("submitted_at").notNull(),
    /** When we asked for more documents, in `notes`; null unless the claim waits for them. */
    moreRequestedAt: instant("more_requested_at"),
    /** When the documents came that we had asked for: the review clock counts from then on. */
    documentsAt: instant("documents_at"),
    /** The order of the queue. A claim that waits for its partner comes last and is never late. */
    queuedAt: instant("queued_at")
      .notNull()
      .generatedAlwaysAs(
        sql`case when more_requested_at is null then coalesce(documents_at, submitted_at) else timestamptz '4000-01-01 00:00:00+00' end`,
      ),
    reviewedAt: instant("reviewed_at"),
    /** The reviewer's name. */
    reviewedBy: text("reviewed_by"),
    /** What it takes to undo the last decision; null when it cannot be undone any more. */
    lastDecision: jsonb("last_decision").$type<LastDecision>(),
  },
  (table) => [
    uniqueIndex("poi_claims_one_pending").on(table.partnerId, table.poiId).where(sql`status = 'pending'`),
    index("poi_claims_queue").on(table.status, table.queuedAt, table.id),
    index("poi_claims_partner").on(table.partnerId, table.submittedAt),
    index("poi_claims_poi").on(table.poiId),
    index("poi_claims_reviewed").on(table.reviewedAt).where(sql`reviewed_at is not null`),
    index("poi_claims_undoable").on(table.id).where(sql`last_decision is not null`),
  ],
);
