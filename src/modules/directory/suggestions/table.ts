import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant } from "../../../db/columns.ts";
import { REVIEW_STATUSES, type SavedDecision } from "../../../shared/reviews/reviews.ts";
import { poiReference } from "../../places/public.ts";

/** What it takes to undo the decision on a suggestion. */
export interface LastDecision extends SavedDecision {
  /** The place that an approval added: its version, and how many records it had. */
  readonly created: { readonly version: number; readonly records: number } | null;
}

/** Places that visitors miss in the directory. */
export const placeSuggestions = pgTable(
  "place_suggestions",
  {
    id: id(),
    /** What the visitor and staff call it. */
    reference: text().notNull(),
    name: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    url: text().notNull(),
    /** As the visitor wrote it, or empty once it was erased. */
    why: text().notNull(),
    /** Where the visitor wants to hear the outcome; null if nowhere. */
    email: text(),
    emailKey: text("email_key"),
    /** A keyed hash of the place and the network that it came from, while it waits: the same one again is no new one. */
    network: text(),
    /** Came with a filled honeypot: hidden until staff release it. */
    quarantined: boolean().notNull().default(false),
    status: text({ enum: REVIEW_STATUSES }).notNull().default("pending"),
    /** The place that an approval added, or the listed one of a duplicate. */
    poiId: poiReference("set null"),
    /** Of staff, for staff. */
    notes: text().notNull().default(""),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    reviewedAt: instant("reviewed_at"),
    /** The staff member's name. */
    reviewedBy: text("reviewed_by"),
    /** Null when it cannot be undone any more. */
    lastDecision: jsonb("last_decision").$type<LastDecision>(),
    /** Set while it is in the trash, where only suggestions in quarantine go. */
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    uniqueIndex("place_suggestions_reference").on(table.reference),
    uniqueIndex("place_suggestions_repeat")
      .on(table.network)
      .where(sql`status = 'pending' and not quarantined`),
    index("place_suggestions_queue").on(table.status, table.createdAt, table.id),
    index("place_suggestions_poi").on(table.poiId).where(sql`poi_id is not null`),
    index("place_suggestions_email_key").on(table.emailKey).where(sql`email_key is not null`),
    index("place_suggestions_reviewed").on(table.reviewedAt).where(sql`reviewed_at is not null`),
    index("place_suggestions_undoable").on(table.id).where(sql`last_decision is not null`),
  ],
);
