import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant, searchKey } from "../../db/columns.ts";

/** Inquiries that businesses sent, or staff entered for them. */
export const partnershipInquiries = pgTable(
  "partnership_inquiries",
  {
    id: text().primaryKey(),
    businessName: text("business_name").notNull(),
    contactName: text("contact_name").notNull(),
    email: text().notNull(),
    emailKey: text("email_key").notNull(),
    /** Digits. */
    phone: text().notNull(),
    website: text().notNull(),
    businessType: text("business_type").notNull(),
    city: text().notNull(),
    state: text().notNull(),
    message: text().notNull(),
    addedBy: text("added_by", { enum: ["admin", "user"] }).notNull(),
    /** Came with a filled honeypot: hidden until staff release it. */
    quarantined: boolean().notNull().default(false),
    answeredAt: instant("answered_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    searchKey: searchKey("business_name || ' ' || contact_name || ' ' || email"),
  },
  (table) => [
    index("partnership_inquiries_newest").on(table.createdAt, table.id).where(sql`not quarantined`),
    index("partnership_inquiries_email_key").on(table.emailKey),
  ],
);
