import { sql } from "drizzle-orm";
import { boolean, date, index, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "../../../db/columns.ts";

/**
 * What is left to do for each certificate, for the queues of staff and the reminders of issuers. The first part follows
 * from the records of the place and is written with them.
 */
export const certificateProgress = pgTable(
  "certificate_progress",
  {
    /** The record of the certificate. */
    certificateId: text("certificate_id").primaryKey(),
    poiId: text("poi_id").notNull(),
    /** As its first reader read it. */
    issuerId: text("issuer_id").notNull(),
    validUntil: date("valid_until", { mode: "string" }).notNull(),
    /** The largest number of accounts that read it alike. */
    alike: smallint().notNull(),
    withdrawn: boolean().notNull(),
    /** Its issuer answered, or staff found it in the issuer's register. */
    settled: boolean().notNull(),

    /** When its issuer was last asked; null if it has no address. */
    askedAt: instant("asked_at"),
    /** How many reminders have followed. */
    reminders: smallint().notNull().default(0),
    remindedAt: instant("reminded_at"),
  },
  (table) => [
    index("certificate_progress_place").on(table.poiId),
    index("certificate_progress_unread").on(table.certificateId).where(sql`alike < 2 and not withdrawn`),
    index("certificate_progress_unsettled")
      .on(table.reminders, table.askedAt)
      .where(sql`not settled and not withdrawn`),
  ],
);
