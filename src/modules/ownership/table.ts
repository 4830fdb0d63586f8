import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";
import { TRANSFER_REASONS } from "../../shared/places/places.ts";
import { REVIEW_STATUSES } from "../../shared/reviews/reviews.ts";
import { formerPartner, partnerReference } from "../partners/public.ts";
import { poiReference } from "../places/public.ts";
import type { ProposedFields } from "./proposals/schema.ts";
import type { ChangeDecision, TransferDecision } from "./schema.ts";

/** Changes of places by their owners. They outlive place and partner: decisions stay on record. */
export const placeProposals = pgTable(
  "place_proposals",
  {
    id: text().primaryKey(),
    poiId: poiReference("set null"),
    poiName: text("poi_name").notNull(),
    partnerId: partnerReference("partner_id"),
    formerPartner: formerPartner(),
    /** The business name at submission. */
    partnerName: text("partner_name").notNull(),
    fields: jsonb().$type<ProposedFields>().notNull(),
    /** The values of these fields at submission. */
    before: jsonb().$type<ProposedFields>().notNull(),
    /** Whether it applied without a decision, as changes of contact do. */
    atOnce: boolean("at_once").notNull(),
    status: text({ enum: REVIEW_STATUSES }).notNull().default("pending"),
    /** A code of `shared/places/places.ts`; null if staff decided. */
    reason: text(),
    /** The reviewer's note to the partner. */
    notes: text().notNull().default(""),
    submittedAt: instant("submitted_at").notNull(),
    reviewedAt: instant("reviewed_at"),
    /** The reviewer's name. */
    reviewedBy: text("reviewed_by"),
    /** What it takes to undo the decision; null when it cannot be undone. */
    lastDecision: jsonb("last_decision").$type<ChangeDecision>(),
  },
  (table) => [
    uniqueIndex("place_proposals_one_pending").on(table.poiId).where(sql`status = 'pending'`),
    index("place_proposals_queue").on(table.status, table.submittedAt, table.id),
    index("place_proposals_partner").on(table.partnerId, table.submittedAt),
    index("place_proposals_poi").on(table.poiId),
    index("place_proposals_reviewed").on(table.reviewedAt).where(sql`reviewed_at is not null`),
    index("place_proposals_undoable").on(table.id).where(sql`last_decision is not null`),
  ],
);

/** A partner asks for a place that has an owner. */
export const placeTransfers = pgTable(
  "place_transfers",
  {
    id: text().primaryKey(),
    poiId: poiReference("set null"),
    poiName: text("poi_name").notNull(),
    /** Who owned the place and was asked. */
    ownerId: partnerReference("owner_id"),
    /** Who asks for it. */
    partnerId: partnerReference("partner_id"),
    formerPartner: formerPartner(),
    /** The business name of who asks, at submission. */
    partnerName: text("partner_name").notNull(),
    /** Why the partner asks; null where no reason was given. */
    why: text({ enum: TRANSFER_REASONS }),
    /** The same in the partner's words, for the owner and staff. */
    explanation: text().notNull().default(""),
    /** Free text and ids of evidence files, in the order submitted; for staff alone. */
    documents: jsonb().$type<readonly string[]>().notNull(),
    status: text({ enum: REVIEW_STATUSES }).notNull().default("pending"),
    /** A code of `shared/places/places.ts`; null if the owner or staff decided. */
    reason: text(),
    notes: text().notNull().default(""),
    submittedAt: instant("submitted_at").notNull(),
    /** Until then the owner alone decides, and after it staff. */
    answerBy: instant("answer_by").notNull(),
    /** When the owner refused, which leaves the decision to staff. */
    refusedAt: instant("refused_at"),
    reviewedAt: instant("reviewed_at"),
    /** The reviewer's name; null if the owner accepted. */
    reviewedBy: text("reviewed_by"),
    /** As for a proposal. */
    lastDecision: jsonb("last_decision").$type<TransferDecision>(),
  },
  (table) => [
    uniqueIndex("place_transfers_one_pending")
      .on(table.partnerId, table.poiId)
      .where(sql`status = 'pending'`),
    index("place_transfers_queue").on(table.status, table.submittedAt, table.id),
    index("place_transfers_partner").on(table.partnerId, table.submittedAt),
    index("place_transfers_owner").on(table.ownerId, table.submittedAt),
    index("place_transfers_poi").on(table.poiId),
    index("place_transfers_reviewed").on(table.reviewedAt).where(sql`reviewed_at is not null`),
    index("place_transfers_undoable").on(table.id).where(sql`last_decision is not null`),
  ],
);
