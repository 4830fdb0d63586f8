import { z } from "zod";
import { idInPath, mustBeOneOf, optionalText } from "../../../shared/fields.ts";
import { listMap } from "../../../shared/list-columns.ts";
import { listInput, pageOf } from "../../../shared/listing.ts";
import type { FactValue } from "../../../shared/places/facts.ts";
import { CATEGORIES } from "../../../shared/places/places.ts";
import {
  FILE_SOURCES,
  ORIGINS,
  PROVENANCE_FIELDS,
  type Provenance,
  type ProvenanceField,
  type SourceRow,
} from "../../../shared/places/sources.ts";
import { undoUntil } from "../../../shared/reviews/reviews.ts";
import { listedFields, placeSummary } from "../schema.ts";

export const INTAKE_STATES = ["planned", "applied", "undone"] as const;
/**
 * What a row of a file is to the directory: `same` is a listed place that its source names for the first time, `unsure` may be a
 * listed place, `gone` is missing from the file.
 */
export const OUTCOMES = ["new", "same", "changed", "gone", "unsure"] as const;
export const MATCH_STATUSES = ["pending", "same", "different"] as const;

const n = z.number().int();
export const intakeCounts = z.object({ new: n, same: n, changed: n, gone: n, unsure: n, refused: n });
export type IntakeCounts = z.infer<typeof intakeCounts>;

/** `row` as in the file, from 1. */
export const refusedRow = z.object({ row: n, reason: z.string() });
export type RefusedRow = z.infer<typeof refusedRow>;

export const fileSource = z.enum(FILE_SOURCES, { error: mustBeOneOf("source", FILE_SOURCES) });

type Fields = Readonly<Partial<Record<ProvenanceField, string | number | null>>>;

/** What a row changes about a place, and what an undo restores. */
export interface Before {
  /** The fields that it changes, as they are before; empty for a new place. */
  readonly fields: Fields;
  /** Who said them before. */
  readonly said?: Readonly<Partial<Record<ProvenanceField, Provenance | null>>>;
  readonly identity?: string;
  /** The place had no maps id, and got that of the row. */
  readonly mapsId?: true;
  /** The place had no halal tier, and is reported because of the row. */
  readonly reported?: true;
  /** What the import had said of the opening hours; null for nothing. */
  readonly hours?: { readonly was: FactValue | null };
  /** What the source said before; null if nothing. */
  readonly source?: {
    readonly poi_id: string;
    readonly release: string;
    readonly row: SourceRow;
    readonly said_at: string;
    readonly said_since?: Readonly<Record<string, string>>;
    readonly gone_at: string | null;
  } | null;
}

const FILE_NAME_MAX = 255;
const options = {
  source: fileSource,
  release: optionalText("Release").describe("the name of this release of the source, such as 2026-11"),
  city: optionalText("City").describe("take the places of this city alone"),
  map: listMap.describe("of a CSV file, JSON of how its columns are read"),
  dryRun: z
    .union([z.boolean(), z.stringbool()], { error: "dryRun must be true or false" })
    .default(false)
    .describe("keep what would be done as a plan, to apply it later"),
  name: optionalText("Name", FILE_NAME_MAX).describe("the name of the file"),
};

export const takeInput = z.object({
  ...options,
  file: z.string({ error: "file is required" }).min(1, "file is required"),
});
export const receiveInput = z.object({
  ...options,
  file: z.instanceof(ReadableStream<Uint8Array>, { error: "The file is required" }),
  size: n.nonnegative().optional(),
});
export type IntakeOptions = Omit<z.output<typeof takeInput>, "file">;

export const intake = z.object({
  id: z.string(),
  source: fileSource,
  release: z.string(),
  /** Of the city that alone was taken; null for all. */
  city: z.object({ id: n, name: z.string() }).nullable(),
  fileName: z.string(),
  state: z.enum(INTAKE_STATES),
  counts: intakeCounts,
  /** The first of them. */
  refused: z.array(refusedRow),
  /** The first rows that were taken without a value. */
  left: z.array(refusedRow),
  createdBy: z.string().nullable(),
  createdAt: z.date(),
  appliedAt: z.date().nullable(),
  undoneAt: z.date().nullable(),
  /** Until when it can be undone; null if it cannot. */
  undoUntil: z.date().nullable(),
});
export type Intake = z.input<typeof intake>;

export const undoOutput = intake.extend({
  /** Places that it had created or changed, and that stay as they are because they were changed or used since. */
  kept: n,
});
export type UndoneIntake = z.input<typeof undoOutput>;

export const intakeInput = z.object({ id: idInPath });

const NO_DRY_RUN = "dryRun is only for taking a file: this is done at once";
/** The input of what is done at once, which refuses to be asked for a dry run. */
export const doneAtOnce = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).superRefine((input, { addIssue }) => {
    if ("dryRun" in input) addIssue({ code: "custom", path: ["dryRun"], message: NO_DRY_RUN });
  });
export const applyInput = doneAtOnce({ id: idInPath });
export const undoInput = doneAtOnce({ id: idInPath });
export const intakeList = listInput.omit({ q: true });
export const intakePage = pageOf(intake.omit({ refused: true, left: true }));

export const rowsInput = listInput.omit({ q: true, page: true }).extend({
  id: idInPath,
  outcome: z.enum(OUTCOMES, { error: mustBeOneOf("outcome", OUTCOMES) }).optional(),
});

const shownValue = z.union([z.string(), z.number(), z.null()]);
/** What a source says about a place. */
export const sourceRow = z.object({
  externalId: z.string(),
  name: z.string(),
  names: z.record(z.string(), z.string()),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  phone: z.string(),
  website: z.string(),
  category: z.enum(CATEGORIES),
  subcategory: z.string(),
  categoryRule: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  placeId: z.string().nullable(),
  hours: z.string(),
  isHalal: z.boolean(),
  isClosed: z.boolean(),
  license: z.string().optional(),
});

export const intakeRow = z.object({
  /** As in the file; those that are gone follow. */
  row: n,
  outcome: z.enum(OUTCOMES),
  externalId: z.string(),
  /** The listed place that it is about, or may be; null for a new one before it is created. */
  place: placeSummary.nullable(),
  /** Null if it is gone. */
  says: sourceRow.nullable(),
  changes: z.array(z.object({ field: z.string(), before: shownValue, after: shownValue })),
});
export type IntakeRow = z.input<typeof intakeRow>;
export const rowsPage = pageOf(intakeRow);

/** Who said something and when; of a file, of which source and release. */
const said = z.object({
  by: z.enum(ORIGINS),
  source: z.enum(FILE_SOURCES).optional(),
  release: z.string().optional(),
  at: z.string(),
});

/** A later value of a weaker source, which only staff can accept. */
const proposed = z.object({
  field: z.enum(PROVENANCE_FIELDS),
  value: z.union([z.string(), z.number()]),
  ...said.shape,
});
export type Proposed = z.infer<typeof proposed>;

export const words = {
  /** Who said each field and fact that has a value; those of before this was kept are missing. */
  sources: z.record(z.string(), said),
  proposed: z.array(proposed),
};
const placeProvenance = z.object(words);
export type PlaceProvenance = z.infer<typeof placeProvenance>;

export const matchList = listInput.omit({ q: true }).extend({
  status: z.enum(MATCH_STATUSES, { error: mustBeOneOf("status", MATCH_STATUSES) }).default("pending"),
});
export const matchInput = z.object({ id: idInPath });
const DECISIONS = ["same", "different"] as const;
export const decideInput = z.object({
  id: idInPath,
  decision: z.enum(DECISIONS, { error: mustBeOneOf("decision", DECISIONS) }),
});

/** A row of a file and the listed place that it may be, side by side. */
export const match = z.object({
  id: z.string(),
  source: fileSource,
  /** Null for an import, which created a place of the row. */
  intake: z.object({ id: z.string(), release: z.string(), state: z.enum(INTAKE_STATES) }).nullable(),
  externalId: z.string(),
  says: sourceRow,
  /** Null if it is no longer listed. */
  place: z
    .object({
      id: z.string(),
      ...listedFields,
      placeId: z.string().nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    })
    .nullable(),
  /** How surely they are one place, from 0 to 1. */
  score: z.number(),
  status: z.enum(MATCH_STATUSES),
  reviewedBy: z.string().nullable(),
  reviewedAt: z.date().nullable(),
  createdAt: z.date(),
  /** By when staff decide. */
  dueBy: z.date(),
  undoUntil,
});
export type Match = z.input<typeof match>;
export const matchPage = pageOf(match);

/** A source of files, for everyone. */
export const listedSource = z.object({
  source: z.enum(FILE_SOURCES),
  name: z.string(),
  license: z.string(),
  licenseUrl: z.string().nullable(),
  attribution: z.string(),
  url: z.string().nullable(),
  /** Its rows may be handed on under the same license alone. */
  shareAlike: z.boolean(),
  /** How many listed places it has, or are from it. */
  places: n,
  /** The newest that was taken, as it was named, and when; null if none was. */
  release: z.string().nullable(),
  at: z.date().nullable(),
});
export type ListedSource = z.input<typeof listedSource>;
