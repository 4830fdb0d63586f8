import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
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
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [uniqueIndex("issuers_name").on(table.nameKey)],
);

export const RECORD_KINDS = [
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
export const RECORD_SOURCES = ["staff", "owner", "issuer", "import", "migration"] as const;

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
