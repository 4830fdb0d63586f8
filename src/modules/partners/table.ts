import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { sessionTable } from "../../core/sessions.table.ts";
import { instant } from "../../db/columns.ts";

/** Owners of restaurants, masjids and shops. */
export const partners = pgTable("partners", {
  id: text().primaryKey(),
  email: text().notNull(),
  emailKey: text("email_key").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  businessName: text("business_name").notNull(),
  contactName: text("contact_name").notNull(),
  /** Digits. */
  phone: text().notNull(),
  isVerified: boolean("is_verified").notNull().default(false),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const partnerSessions = sessionTable("partner_sessions", () => partners.id);
