import { sql } from "drizzle-orm";
import { date, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant } from "../../../db/columns.ts";
import { partnerReference } from "../../partners/public.ts";
import { poiReference } from "../../places/public.ts";

const RENEWAL_STATES = ["waiting", "recorded", "declined"] as const;

/** New certificates that owners send. What an owner types is no reading: staff read the file. */
export const renewals = pgTable(
  "renewals",
  {
    id: id(),
    poiId: poiReference("cascade").notNull(),
    partnerId: partnerReference("partner_id"),
    /** A file of the owner. */
    fileId: text("file_id").notNull(),
    /** As the owner typed them; empty or null if left out. */
    issuer: text().notNull(),
    number: text().notNull(),
    validUntil: date("valid_until", { mode: "string" }),
    state: text({ enum: RENEWAL_STATES }).notNull().default("waiting"),
    sentAt: instant("sent_at").notNull(),
    decidedAt: instant("decided_at"),
    /** Why it was declined. */
    notes: text().notNull().default(""),
  },
  (table) => [
    uniqueIndex("renewals_one_waiting").on(table.poiId).where(sql`state = 'waiting'`),
    index("renewals_queue").on(table.sentAt, table.id).where(sql`state = 'waiting'`),
    index("renewals_poi").on(table.poiId),
    index("renewals_file").on(table.fileId),
    index("renewals_partner").on(table.partnerId),
  ],
);
