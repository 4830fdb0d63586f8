import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, searchKey } from "../../db/columns.ts";

/** People who want to know when the product launches. */
export const waitlistSignups = pgTable(
  "waitlist_signups",
  {
    id: text().primaryKey(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name"),
    email: text().notNull(),
    /** The address in the form in which two of the same person are equal. */
    emailKey: text("email_key").notNull(),
    city: text(),
    isBetaTester: boolean("is_beta_tester").notNull(),
    /** Came with a filled honeypot: hidden until staff release it. */
    quarantined: boolean().notNull().default(false),
    consentWording: text("consent_wording").notNull(),
    /** Deleted from the quarantine: hidden, restored on request and removed soon after. */
    deletedAt: instant("deleted_at"),
    createdAt: instant("created_at").notNull(),
    searchKey: searchKey("first_name || ' ' || email"),
  },
  (table) => [
    uniqueIndex("waitlist_signups_email_key").on(table.emailKey).where(sql`not quarantined`),
    index("waitlist_signups_newest").on(table.createdAt, table.id).where(sql`not quarantined`),
    index("waitlist_signups_deleted").on(table.deletedAt).where(sql`deleted_at is not null`),
    // Lists and counts filter by `quarantined` alone.
    check("waitlist_signups_deleted_check", sql`deleted_at is null or quarantined`),
  ],
);
