import { and, isNull, type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, plainText } from "../../db/columns.ts";
import { days } from "../../shared/duration.ts";
import { CATEGORIES, HALAL_STATUSES, SYNC_STATES } from "../../shared/places/places.ts";
import { SHORT_ID } from "../../shared/places/slug.ts";
import type { ProvenanceByField } from "../../shared/places/sources.ts";
import type { TierChange } from "../../shared/places/tier-today.ts";
import { partnerReference } from "../partners/public.ts";

/** SQL: the end of a place's id, as `shortIdOf`; the index has it in these words. */
export const shortIdColumn = (id: AnyPgColumn): SQL<string> =>
  sql<string>`right(${id}, ${sql.raw(String(SHORT_ID))})`;

/**
 * SQL: what two entries of one place are likely to share, by which entries of files find the places that they may be. Numbers
 * in place of texts take a third of the room; the parts of an identity are address, city, state and name.
 */
export const MATCH_KEYS = {
  name: `hashtextextended(substring(identity from position('|' in identity)), 0)`,
  /** The house number in its city, of an address that begins with one. */
  house:
    "hashtextextended(split_part(identity, ' ', 1) || '|' || split_part(identity, '|', 2) || '|' || split_part(identity, '|', 3), 0)",
  /** A strip of the earth, 300 m high. */
  strip: "floor(latitude * 370)::int",
} as const;
/** SQL: the street of a place without the number of the house and a direction, folded; the index has it in these words. */
export const STREET_OF = `regexp_replace(split_part(identity, '|', 1), '^([0-9]+[a-z]? )*((n|s|e|w|ne|nw|se|sw|north|south|east|west) )?', '')`;
/** SQL: what a place is besides its category, in lower case; the index has it in these words. */
export const SUBCATEGORY_OF = `lower(subcategory) collate "C"`;

const CURRENT = sql`deleted_at is null and merged_into is null`;

/**
 * Places: restaurants, masjids, shops. Also those that were deleted or merged, which triggers tell the sync; everyone reads
 * the current ones.
 */
export const pois = pgTable(
  "pois",
  {
    id: text().primaryKey(),
    /** Numbers the places in order of creation; a short key for the search index. */
    seq: integer().notNull().generatedByDefaultAsIdentity(),
    /** The maps service's id of the place; null if unknown. */
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
    /** The tier of the day on which it was computed from the evidence; `tierToday` is the current one. */
    halalVerificationStatus: text("halal_verification_status", { enum: HALAL_STATUSES })
      .notNull()
      .default("unverified"),
    /** The last day of that tier, in the place's time zone; null if it does not end by itself. */
    tierUntil: date("tier_until", { mode: "string" }),
    /** The tiers after it, as far as known. */
    tierChanges: jsonb("tier_changes").$type<readonly TierChange[]>().notNull().default([]),
    /** SHA-256 of the records that the tier is based on, in hex; null unless it is verified or friendly. */
    evidenceDigest: text("evidence_digest"),
    /** Null means unclaimed. */
    ownerId: partnerReference("owner_id"),
    /** Degrees; both or neither. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /**
     * The GeoNames id of the city where the place is, 0 for none; null until it is looked up. A trigger sets it to null when
     * the place moves.
     */
    cityId: integer("city_id"),
    /** Who said which field; a weaker source leaves it as it is. */
    said: jsonb().$type<ProvenanceByField>().notNull().default({}),
    /** It is only known from a source that is too often wrong in its city: in no public list, though its page is there. */
    isWithheld: boolean("is_withheld").notNull().default(false),
    /** Equal for entries of the same place; see `dedupeKeyOf`. */
    identity: plainText("identity").notNull().default(""),
    /** Incremented with every change of the fields above, by a trigger that also makes the place pending. */
    version: integer().notNull().default(1),
    syncState: text("sync_state", { enum: SYNC_STATES }).notNull().default("pending"),
    /** Why the last attempt failed. */
    syncError: text("sync_error"),
    /** Failed attempts in a row; after three the place is skipped until someone retries it. */
    syncFailures: integer("sync_failures").notNull().default(0),
    syncedAt: instant("synced_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Null unless the place is in the trash. */
    deletedAt: instant("deleted_at"),
    /** The place that stayed, if this one is a duplicate of it; if that is merged into a third one, the third. */
    mergedInto: text("merged_into").references((): AnyPgColumn => pois.id, { onDelete: "cascade" }),
  },
  (table) => [
    uniqueIndex("pois_seq").on(table.seq),
    uniqueIndex("pois_place_id").on(table.placeId).where(sql`place_id is not null and ${CURRENT}`),
    index("pois_identity").on(table.identity),
    index("pois_merged_into").on(table.mergedInto).where(sql`merged_into is not null`),
    index("pois_owner_id").on(table.ownerId).where(sql`owner_id is not null`),
    index("pois_city")
      .on(table.cityId, table.category, table.halalVerificationStatus, table.isWithheld)
      .where(CURRENT),
    index("pois_newest").on(table.createdAt, table.id).where(CURRENT),
    index("pois_proven")
      .on(table.halalVerificationStatus, table.createdAt, table.id)
      .where(sql`halal_verification_status in ('verified', 'friendly')`),
    index("pois_short_id").on(shortIdColumn(table.id)),
    index("pois_phone").on(table.phone).where(sql`phone <> ''`),
    index("pois_street")
      .on(sql.raw(`(${STREET_OF})`))
      .where(CURRENT),
    index("pois_subcategory")
      .on(sql.raw(`(${SUBCATEGORY_OF})`))
      .where(sql`subcategory <> '' and ${CURRENT}`),
    index("pois_position").on(table.latitude, table.longitude).where(sql`latitude is not null`),
    index("pois_match_name")
      .on(sql`(${sql.raw(MATCH_KEYS.name)})`)
      .where(CURRENT),
    index("pois_match_house")
      .on(sql`(${sql.raw(MATCH_KEYS.house)})`)
      .where(sql`identity >= '0' and identity < ':' and ${CURRENT}`),
    index("pois_match_around")
      .on(sql`(${sql.raw(MATCH_KEYS.strip)})`, table.longitude)
      .where(sql`latitude is not null and ${CURRENT}`),
    index("pois_without_position").on(table.createdAt, table.id).where(sql`latitude is null`),
    index("pois_withheld").on(table.cityId).where(sql`is_withheld`),
    index("pois_tier_until").on(table.tierUntil).where(sql`tier_until is not null`),
    index("pois_not_synced").on(table.syncState, table.id).where(sql`sync_state <> 'synced' and ${CURRENT}`),
  ],
);

/** How long a merge and an intake of places can be undone. docs/limits.md */
export const PLACE_UNDO = days(30);

/** A column of the place that a row is about, which goes with the place for good, or stays without it. */
export const poiReference = (onDelete: "cascade" | "set null") =>
  text("poi_id").references(() => pois.id, { onDelete });

/** The places that are neither deleted nor merged into another one. */
export const currentPois = pgView("current_pois").as((query) =>
  query
    .select()
    .from(pois)
    .where(and(isNull(pois.deletedAt), isNull(pois.mergedInto))),
);

/**
 * The search index: one row per word of a name, in all its spellings (`wordsOf`). Scanned by prefix, everywhere or in
 * one city, best first. A trigger deletes the rows of a deleted place.
 */
export const poiWords = pgTable(
  "poi_words",
  {
    category: plainText("category").notNull(),
    /** Folded. */
    city: plainText("city").notNull(),
    token: plainText("token").notNull(),
    /** Less is better: short names, and those that start with the word, come first. */
    weight: smallint().notNull(),
    /** All words of the name, folded, with a space before and after each. */
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

/** All words and cities of `poi_words`, to look up parts of words and typing errors. */
export const poiVocabulary = pgTable(
  "poi_vocabulary",
  {
    kind: plainText("kind").$type<"word" | "city">().notNull(),
    token: plainText("token").notNull(),
    /** The approximate number of places that have it. */
    places: integer().notNull(),
    /** The version of the vocabulary that added it; see `poi_index_state`. */
    turn: integer().notNull(),
    stamp: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.token] }),
    index("poi_vocabulary_turn").on(table.turn),
  ],
);

/** One row: the version of the vocabulary, by which a process sees that its copy in memory is outdated. */
export const poiIndexState = pgTable("poi_index_state", {
  one: integer().primaryKey(),
  /** Incremented whenever words are added. */
  turn: integer().notNull(),
  /** Random for each turn: tells a restored database from the one that was read. */
  stamp: text().notNull(),
  /** The version of the spelling rules (`SPELLING_VERSION`). */
  spelling: integer().notNull(),
});

/**
 * How often what a search shows has changed, counted by triggers: the sum is the version of all results. One row for each
 * process of the database server, so that transactions never wait for each other; the sweep adds old rows up.
 */
export const poiChangeCounts = pgTable("poi_change_counts", {
  /** The process, or -1 for the sum of those that have been idle. */
  backend: integer().primaryKey(),
  changes: bigint({ mode: "number" }).notNull(),
  changedAt: instant("changed_at").notNull(),
});
