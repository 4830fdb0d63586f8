import { sql } from "drizzle-orm";
import { doublePrecision, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../db/columns.ts";
import { CATEGORIES, HALAL_STATUSES, SYNC_STATES } from "../../shared/places.ts";
import { partners } from "../partners/table.ts";

/** Places: restaurants, masjids, shops. */
export const pois = pgTable(
  "pois",
  {
    id: text().primaryKey(),
    /** The maps service's id of the place; null where nobody knows it. */
    placeId: text("place_id"),
    name: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    /** Two letters. */
    state: text().notNull(),
    zipCode: text("zip_code").notNull().default(""),
    /** Digits. */
    phone: text().notNull().default(""),
    website: text().notNull().default(""),
    category: text({ enum: CATEGORIES }).notNull(),
    subcategory: text().notNull().default(""),
    halalCertificate: text("halal_certificate").notNull().default(""),
    halalVerificationStatus: text("halal_verification_status", { enum: HALAL_STATUSES })
      .notNull()
      .default("unverified"),
    /** Null means unclaimed. A partner that goes leaves its places free. */
    ownerId: text("owner_id").references(() => partners.id, { onDelete: "set null" }),
    /** Degrees; both or neither. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** Counts up with every change of what stands above: a trigger does it, which also makes the place pending. */
    version: integer().notNull().default(1),
    syncState: text("sync_state", { enum: SYNC_STATES }).notNull().default("pending"),
    /** Why the last try failed. */
    syncError: text("sync_error"),
    /** Tries in a row that failed; after three the place is set apart. */
    syncFailures: integer("sync_failures").notNull().default(0),
    syncedAt: instant("synced_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("pois_place_id").on(table.placeId).where(sql`place_id is not null`),
    index("pois_owner_id").on(table.ownerId).where(sql`owner_id is not null`),
    index("pois_newest").on(table.createdAt, table.id),
    index("pois_not_synced").on(table.syncState, table.id).where(sql`sync_state <> 'synced'`),
  ],
);
