import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { id, instant } from "../../db/columns.ts";
import { ISSUER_ANSWERS } from "./schema.ts";

/** Bodies that certify places as halal. */
export const issuers = pgTable(
  "issuers",
  {
    id: id(),
    name: text().notNull(),
    /** The name folded: two issuers cannot have the same. */
    nameKey: text("name_key").notNull(),
    /** Two letters. */
    country: text().notNull(),
    /** The e-mail address that it publishes; certificates are confirmed by mail to it. Empty if it has none. */
    address: text().notNull(),
    site: text().notNull(),
    /** For the public: who it is, and what it asks of a place. */
    about: text().notNull().default(""),
    standard: text().notNull().default(""),
    /** The address of the register that it publishes. */
    register: text().notNull().default(""),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [uniqueIndex("issuers_name").on(table.nameKey)],
);

const RECORD_KINDS = [
  "certificate",
  "reading",
  "lookup",
  "answer",
  "declaration",
  "visit",
  "statement",
  "prior",
  "revocation",
] as const;
const RECORD_SOURCES = ["staff", "owner", "issuer", "import", "migration"] as const;

/** What halal tiers are based on; see `tier/records.ts`. Append-only: a correction is a new record. */
export const evidenceRecords = pgTable(
  "evidence_records",
  {
    seq: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    id: text().notNull().unique(),
    /** Records outlive their place. */
    poiId: text("poi_id").notNull(),
    kind: text({ enum: RECORD_KINDS }).notNull(),
    /** The record that a reading, an answer or a revocation is about. */
    aboutId: text("about_id"),
    issuerId: text("issuer_id").references(() => issuers.id),
    number: text(),
    validFrom: date("valid_from", { mode: "string" }),
    /** The last day in force. */
    validUntil: date("valid_until", { mode: "string" }),
    checkedOn: date("checked_on", { mode: "string" }),
    answer: text({ enum: ISSUER_ANSWERS }),
    meatFree: boolean("meat_free"),
    noAlcohol: boolean("no_alcohol"),
    noPork: boolean("no_pork"),
    /** The words of a statement, the reason of a revocation, the address of a register. */
    note: text().notNull().default(""),
    /** A file of a claim, and the SHA-256 of its bytes in hex. */
    fileId: text("file_id"),
    fileDigest: text("file_digest"),
    source: text({ enum: RECORD_SOURCES }).notNull(),
    /** The account of the source; null for imports and issuers. */
    byId: text("by_id"),
    /** The name of a staff member. */
    byName: text("by_name"),
    recordedAt: instant("recorded_at").notNull(),
  },
  (table) => [
    index("evidence_records_place").on(table.poiId, table.seq),
    index("evidence_records_about").on(table.aboutId).where(sql`about_id is not null`),
    uniqueIndex("evidence_records_reading").on(table.aboutId, table.byId).where(sql`kind = 'reading'`),
    index("evidence_records_file").on(table.fileId).where(sql`file_id is not null`),
  ],
);

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
    index("certificate_progress_issuer").on(table.issuerId),
    index("certificate_progress_unread").on(table.certificateId).where(sql`alike < 2 and not withdrawn`),
    index("certificate_progress_unsettled")
      .on(table.reminders, table.askedAt)
      .where(sql`not settled and not withdrawn`),
  ],
);

/** The reminders before the end of a tier that are done: at most one row, and so one mail, for each step. */
export const tierReminders = pgTable(
  "tier_reminders",
  {
    poiId: text("poi_id").notNull(),
    /** The last day of the tier. */
    until: date({ mode: "string" }).notNull(),
    /** Days before that day; one of `STEPS`. Also done if the place had no owner to mail. */
    step: smallint().notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.poiId, table.until, table.step] })],
);
