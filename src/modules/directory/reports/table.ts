import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { id, instant } from "../../../db/columns.ts";
import { type AskedBy, REPORT_KINDS } from "../../../shared/reviews/reports.ts";
import { formerPartner, partnerReference } from "../../partners/public.ts";
import { poiReference } from "../../places/public.ts";

/**
 * Visitors' reports about places. A row is a case, or a report that was merged into one because it came from the same
 * network while the case was open.
 */
export const placeReports = pgTable(
  "place_reports",
  {
    id: id(),
    poiId: poiReference("cascade").notNull(),
    /** The case that it was merged into; null for a case. */
    mergedInto: text("merged_into").references((): AnyPgColumn => placeReports.id, { onDelete: "cascade" }),
    /** A keyed hash of the place and the network that it came from; null once the case has been closed for a while. */
    network: text(),
    kind: text({ enum: REPORT_KINDS }).notNull(),
    /** As the visitor wrote it, or empty once it was erased. */
    text: text().notNull(),
    askedBy: jsonb("asked_by").$type<AskedBy>(),
    /** Where the visitor wants to hear the outcome; null if nowhere. */
    email: text(),
    emailKey: text("email_key"),
    /** Came with a filled honeypot: hidden until staff release it. */
    quarantined: boolean().notNull().default(false),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Set while it is in the trash, where only reports in quarantine go by themselves. */
    deletedAt: instant("deleted_at"),
    // the columns below are of a case
    /** How many reports it counts, its own included. */
    reports: integer().notNull().default(1),
    /** Until when the owner can reply before staff may close it; null if the place had no owner. */
    replyBy: instant("reply_by"),
    dueAt: instant("due_at").notNull(),
    /** As the owner wrote it. */
    reply: text().notNull().default(""),
    repliedAt: instant("replied_at"),
    /** The owner who replied. */
    partnerId: partnerReference("partner_id"),
    formerPartner: formerPartner(),
    closedAt: instant("closed_at"),
    /** The staff member's name. */
    closedBy: text("closed_by"),
    conclusion: text().notNull().default(""),
    /** What is published of the report and of the reply; null for nothing. */
    shownText: text("shown_text"),
    shownReply: text("shown_reply"),
  },
  (table) => [
    uniqueIndex("place_reports_open_case")
      .on(table.poiId, table.network)
      .where(sql`merged_into is null and closed_at is null and not quarantined`),
    index("place_reports_queue")
      .on(table.dueAt, table.id)
      .where(sql`merged_into is null and closed_at is null and not quarantined`),
    index("place_reports_poi").on(table.poiId),
    index("place_reports_closed_at").on(table.closedAt).where(sql`closed_at is not null`),
    index("place_reports_closed").on(table.poiId, table.closedAt).where(sql`closed_at is not null`),
    index("place_reports_merged").on(table.mergedInto).where(sql`merged_into is not null`),
    index("place_reports_email_key").on(table.emailKey).where(sql`email_key is not null`),
    index("place_reports_partner").on(table.partnerId).where(sql`partner_id is not null`),
  ],
);
