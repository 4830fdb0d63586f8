import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";
import { PROOF_SLOTS } from "../../../shared/reviews/reviews.ts";
import { formerPartner, partnerReference } from "../../partners/public.ts";
import { renewals } from "../renewals/table.ts";

/** Files that prove a claim, and photos of visitors. Their bytes are in the file store under `id`, encrypted. */
export const evidenceFiles = pgTable(
  "evidence_files",
  {
    id: text().primaryKey(),
    partnerId: partnerReference("partner_id"),
    formerPartner: formerPartner(),
    /** Null until the file is attached to a claim. Claims and transfers are on a floor above and are never deleted. */
    claimId: text("claim_id"),
    /** Null unless the file is attached to a renewal. */
    renewalId: text("renewal_id").references(() => renewals.id, { onDelete: "set null" }),
    /** Null unless the file was sent with a transfer. */
    transferId: text("transfer_id"),
    /** Null unless a visitor sent the file with a report, which is on a floor above. */
    reportId: text("report_id"),
    /** Null unless the file is a photo of a place, which is on a floor above. */
    photoId: text("photo_id"),
    /** The partner's name for it; never used as a path. */
    name: text().notNull(),
    /** What it proves for a claim, as its partner says. */
    slot: text({ enum: PROOF_SLOTS }),
    contentType: text("content_type").notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of the stored bytes before encryption, in hex; retained when the bytes are deleted. */
    digest: text().notNull(),
    uploadedAt: instant("uploaded_at").notNull(),
    /** When the bytes were deleted, or marked for it; also set until an upload is complete. */
    removedAt: instant("removed_at"),
  },
  (table) => [
    index("evidence_files_claim").on(table.claimId),
    index("evidence_files_renewal").on(table.renewalId).where(sql`renewal_id is not null`),
    index("evidence_files_transfer").on(table.transferId).where(sql`transfer_id is not null`),
    index("evidence_files_report").on(table.reportId).where(sql`report_id is not null`),
    index("evidence_files_photo").on(table.photoId).where(sql`photo_id is not null`),
    index("evidence_files_partner").on(table.partnerId),
    index("evidence_files_kept").on(table.uploadedAt).where(sql`removed_at is null`),
  ],
);
