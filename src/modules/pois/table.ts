import { sql } from "drizzle-orm";
import {
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, plainText } from "../../db/columns.ts";
import { CATEGORIES, HALAL_STATUSES, SYNC_STATES } from "../../shared/places.ts";
import { partners } from "../partners/table.ts";

/** Places: restaurants, masjids, shops. */
export const pois = pgTable(
  "pois",
  {
    id: text().primaryKey(),
    /** Counts the places in the order in which they came: short, for the search index. */
    seq: integer().notNull().generatedByDefaultAsIdentity(),
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
    /** Address, city and name, folded: what makes two places the same (`identityOf`). */
    identity: plainText("identity").notNull().default(""),
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
    uniqueIndex("pois_seq").on(table.seq),
    uniqueIndex("pois_place_id").on(table.placeId).where(sql`place_id is not null`),
    index("pois_identity").on(table.identity),
    index("pois_owner_id").on(table.ownerId).where(sql`owner_id is not null`),
    index("pois_newest").on(table.createdAt, table.id),
    index("pois_not_synced").on(table.syncState, table.id).where(sql`sync_state <> 'synced'`),
  ],
);

/**
 * What a place is found by: a row a word, also in its other spellings (`wordsOf`). Read by the start of a word,
 * everywhere or within a city, best first. A trigger takes the rows of a place that goes.
 */
export const poiWords = pgTable(
  "poi_words",
  {
    category: plainText("category").notNull(),
    /** Folded. */
    city: plainText("city").notNull(),
    token: plainText("token").notNull(),
    /** Less is better: short names first, and those that begin with the word. */
    weight: smallint().notNull(),
    /** All words of the name, folded, a space before and behind each. */
    key: plainText("key").notNull(),
    /** The place's `seq`. */
    poi: integer().notNull(),
  },
  (table) => [
    index("poi_words_token").on(table.token, table.weight, table.key, table.poi, table.category, table.city),
    index("poi_words_city").on(table.city, table.token, table.weight, table.key, table.poi, table.category),
    index("poi_words_poi").on(table.poi),
  ],
);

/** Every word and every city that stands in `poi_words`, for parts of words and typing errors. */
export const poiVocabulary = pgTable(
  "poi_vocabulary",
  {
    kind: plainText("kind").$type<"word" | "city">().notNull(),
    token: plainText("token").notNull(),
    /** About how many places have it. */
    places: integer().notNull(),
    /** The turn of the index in which it came; see `poi_index_state`. */
    turn: integer().notNull(),
    stamp: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.token] }),
    index("poi_vocabulary_turn").on(table.turn),
  ],
);

/** One row: where the vocabulary stands. A process that keeps it in memory sees whether it is behind. */
export const poiIndexState = pgTable("poi_index_state", {
  one: integer().primaryKey(),
  /** Counts up whenever words come in. */
  turn: integer().notNull(),
  /** Random, of that turn: tells a restored database from the one that was read. */
  stamp: text().notNull(),
  /** How the words were made (`SPELLING`). */
  spelling: integer().notNull(),
});
