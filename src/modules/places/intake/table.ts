import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { id, instant, jsonValue } from "../../../db/columns.ts";
import { FILE_SOURCES, type SourceRow } from "../../../shared/places/sources.ts";
import { pois } from "../table.ts";
import {
  type Before,
  INTAKE_STATES,
  type IntakeCounts,
  MATCH_STATUSES,
  OUTCOMES,
  type RefusedRow,
} from "./schema.ts";

/** Files of places that were read: what each would change, what it changed, and whether that was undone. */
export const intakes = pgTable(
  "intakes",
  {
    id: id(),
    source: text({ enum: FILE_SOURCES }).notNull(),
    /** As the operator named it, or empty. */
    release: text().notNull().default(""),
    /** The GeoNames id of the city that alone was taken; null for all. */
    cityId: integer("city_id"),
    fileName: text("file_name").notNull().default(""),
    state: text({ enum: INTAKE_STATES }).notNull(),
    counts: jsonb().$type<IntakeCounts>().notNull(),
    /** The first of them. */
    refused: jsonb().$type<readonly RefusedRow[]>().notNull(),
    /** The first rows that were taken without a value, with why. */
    left: jsonb().$type<readonly RefusedRow[]>().notNull().default([]),
    /** The name of the staff member; null for an operator. */
    createdBy: text("created_by"),
    createdAt: instant("created_at").notNull(),
    appliedAt: instant("applied_at"),
    undoneAt: instant("undone_at"),
  },
  (table) => [index("intakes_newest").on(table.createdAt, table.id)],
);

/** What an intake does with each row; rows that say the same as before are only counted. Deleted once no undo is possible. */
export const intakeRows = pgTable(
  "intake_rows",
  {
    intakeId: text("intake_id")
      .notNull()
      .references(() => intakes.id, { onDelete: "cascade" }),
    /** As in the file, from 1; rows that are gone follow. */
    n: integer().notNull(),
    externalId: text("external_id").notNull(),
    outcome: text({ enum: OUTCOMES }).notNull(),
    /** The place that it is about; null for a new one until it is created. */
    poiId: text("poi_id").references(() => pois.id, { onDelete: "set null" }),
    /** Null if it is gone. */
    row: jsonValue<SourceRow | null>("row"),
    /** What it changes and what an undo restores; null unless it is about a listed place, or was applied. */
    before: jsonValue<Before | null>("before"),
  },
  (table) => [
    primaryKey({ columns: [table.intakeId, table.n] }),
    index("intake_rows_place").on(table.poiId).where(sql`poi_id is not null`),
  ],
);

/** What each source says about a place in its newest release, also of what a stronger one says otherwise. */
export const placeSources = pgTable(
  "place_sources",
  {
    id: text().primaryKey(),
    source: text({ enum: FILE_SOURCES }).notNull(),
    externalId: text("external_id").notNull(),
    poiId: text("poi_id")
      .notNull()
      .references(() => pois.id, { onDelete: "cascade" }),
    release: text().notNull(),
    row: jsonValue<SourceRow>("row").notNull(),
    /** When the release that said it last was applied. */
    saidAt: instant("said_at").notNull(),
    /** Since when it says a field as it does, `*` of all others; without either, since `saidAt`. */
    saidSince: jsonb("said_since").$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** When it was missing from a release; null if it is in the newest one. */
    goneAt: instant("gone_at"),
  },
  (table) => [
    uniqueIndex("place_sources_external").on(table.source, table.externalId),
    index("place_sources_place").on(table.poiId),
  ],
);

/** A row that may be a listed place: staff decide. */
export const placeMatches = pgTable(
  "place_matches",
  {
    id: id(),
    /** Null for an import, which creates a place of the row; `createdId` is that place. */
    intakeId: text("intake_id").references(() => intakes.id, { onDelete: "cascade" }),
    createdId: text("created_id").references(() => pois.id, { onDelete: "cascade" }),
    source: text({ enum: FILE_SOURCES }).notNull(),
    externalId: text("external_id").notNull(),
    row: jsonValue<SourceRow>("row").notNull(),
    /** The likeliest listed place. */
    poiId: text("poi_id")
      .notNull()
      .references(() => pois.id, { onDelete: "cascade" }),
    /** `samenessOf`, from 0 to 1. */
    score: doublePrecision().notNull(),
    status: text({ enum: MATCH_STATUSES }).notNull().default("pending"),
    reviewedBy: text("reviewed_by"),
    reviewedAt: instant("reviewed_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("place_matches_status").on(table.status, table.createdAt, table.id),
    index("place_matches_external").on(table.source, table.externalId),
    index("place_matches_place").on(table.poiId),
    index("place_matches_intake").on(table.intakeId),
    index("place_matches_created").on(table.createdId).where(sql`created_id is not null`),
  ],
);

/** Rows that staff check without knowing their source, by which the precision of a source in a city is measured. */
export const placeSamples = pgTable(
  "place_samples",
  {
    /** Random, so that known places are not told by the order. */
    id: id(),
    intakeId: text("intake_id")
      .notNull()
      .references(() => intakes.id, { onDelete: "cascade" }),
    source: text({ enum: FILE_SOURCES }).notNull(),
    release: text().notNull(),
    /** GeoNames. */
    cityId: integer("city_id").notNull(),
    row: jsonValue<SourceRow>("row").notNull(),
    /** A place that is known to be right, which measures how well people check. */
    isKnown: boolean("is_known").notNull(),
    /** Null until it is checked. */
    right: boolean(),
    why: text().notNull().default(""),
    /** The name of the staff member. */
    reviewedBy: text("reviewed_by"),
    reviewedAt: instant("reviewed_at"),
    drawnAt: instant("drawn_at").notNull(),
  },
  (table) => [
    index("place_samples_city").on(table.cityId, table.source),
    index("place_samples_intake").on(table.intakeId),
  ],
);

/** The share of right rows below which a source stays out of the public search. */
export const sourceFloors = pgTable("source_floors", {
  source: text({ enum: FILE_SOURCES }).primaryKey(),
  /** From 0 to 1. */
  floor: doublePrecision().notNull(),
  updatedBy: text("updated_by"),
  updatedAt: instant("updated_at").notNull(),
});
