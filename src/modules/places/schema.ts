import { z } from "zod";
import { editedVersion, idInPath, mustBeOneOf, optionalText, requiredText } from "../../shared/fields.ts";
import { listHead, listMap } from "../../shared/list-columns.ts";
import { listInput, pageOf } from "../../shared/listing.ts";
import { formatPhone } from "../../shared/phone.ts";
import { halalStatus, placeFields } from "../../shared/places/place-fields.ts";
import { CATEGORIES, HALAL_STATUSES, readPoint, SYNC_STATES } from "../../shared/places/places.ts";
import { LIMITS } from "../../shared/text-rules.ts";

const SEARCH_DEFAULT = 50;
const SEARCH_MAX = 100;

/** What says which place it is. */
export const placeSummary = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
});

/** The fields that a place is listed with, or will be. */
export const listedFields = {
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  phone: z.string().transform(formatPhone),
  website: z.string(),
  category: z.enum(CATEGORIES),
  subcategory: z.string(),
  halalCertificate: z.string(),
};

/** A place as partners see it. */
const shown = {
  id: z.string(),
  ...listedFields,
  halalVerificationStatus: z.enum(HALAL_STATUSES),
};

export const place = z.object({
  ...shown,
  /** Null without an owner; the caller's own id; or `claimed` for another partner's. */
  ownerId: z.string().nullable(),
  isOwned: z.boolean(),
});
export type Place = z.input<typeof place>;

/** A place with its position on maps services. Coordinates in degrees, both or neither. */
export const placeDetail = place.extend({
  placeId: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

const wholeLimit = `limit must be a whole number from 1 to ${SEARCH_MAX}`;

/** `all` and the empty text mean every category, retail included. */
export const categoryFilter = z
  .enum([...CATEGORIES, "all", ""], { error: mustBeOneOf("category", [...CATEGORIES, "all"]) })
  .nullish()
  .transform((category) => (category === "all" || !category ? null : category));

/** The limit of a search: from 1 to 100. */
export const searchLimit = z.coerce
  .number({ error: wholeLimit })
  .int(wholeLimit)
  .min(1, wholeLimit)
  .max(SEARCH_MAX, wholeLimit);

const NO_POSITION = "near must be a latitude and a longitude with a comma between them, such as 42.32,-83.18";

/** Where the caller is: used once and kept nowhere. */
export const near = z
  .string()
  .max(LIMITS.search, NO_POSITION)
  .default("")
  .transform((text, ctx) => {
    const point = text === "" ? null : readPoint(text);
    if (text === "" || point !== null) return point;
    ctx.addIssue({ code: "custom", message: NO_POSITION });
    return z.NEVER;
  });

export const searchInput = z.object({
  query: requiredText("Query", LIMITS.search).describe("a name, a street, a city or a phone number"),
  city: optionalText("City", LIMITS.search),
  category: categoryFilter,
  limit: searchLimit.default(SEARCH_DEFAULT),
  near: near.describe("latitude,longitude of the caller: the nearest first"),
});
export const searchOutput = z.array(place);

export const placeInput = z.object({ id: idInPath });
export const ownList = listInput.omit({ q: true });
export const ownPage = pageOf(place);

/** A place as staff sees it. */
export const staffPlace = z.object({
  ...shown,
  placeId: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ownerId: z.string().nullable(),
  /** Out of the public search: its only word is a source that is too often wrong in its city. */
  isWithheld: z.boolean(),
  syncState: z.enum(SYNC_STATES),
  syncError: z.string().nullable(),
  syncedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type StaffPlace = z.input<typeof staffPlace>;
export const staffPage = pageOf(staffPlace);

export const EXPORT_FORMATS = ["geojson", "csv", "jsonl"] as const;
export const exportFormat = z
  .enum(EXPORT_FORMATS, { error: mustBeOneOf("format", EXPORT_FORMATS) })
  .default("geojson");

/** Unchanged if omitted, while the field itself would take a missing value as empty. */
const unchangedIfOmitted = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.undefined(), schema]).optional();

export const updateInput = z.object({
  id: idInPath,
  placeId: unchangedIfOmitted(placeFields.placeId),
  name: unchangedIfOmitted(placeFields.name),
  address: unchangedIfOmitted(placeFields.address),
  city: unchangedIfOmitted(placeFields.city),
  state: unchangedIfOmitted(placeFields.state),
  zipCode: unchangedIfOmitted(placeFields.zipCode),
  phone: unchangedIfOmitted(placeFields.phone),
  website: unchangedIfOmitted(placeFields.website),
  category: unchangedIfOmitted(placeFields.category),
  subcategory: unchangedIfOmitted(placeFields.subcategory),
  halalCertificate: unchangedIfOmitted(placeFields.halalCertificate),
  halalVerificationStatus: z
    .undefined({ error: "A halal tier follows from evidence. Record it under /api/admin/pois/{id}/evidence" })
    .optional(),
  latitude: unchangedIfOmitted(placeFields.latitude),
  longitude: unchangedIfOmitted(placeFields.longitude),
  updatedAt: editedVersion,
});

export const createInput = z.object(placeFields);
export const deleteInput = z.object({ id: idInPath });

export const IMPORT_FORMATS = ["geojson", "csv"] as const;
export const importInput = z.object({
  file: z.string({ error: "file is required" }).min(1, "file is required"),
  format: z.enum(IMPORT_FORMATS, { error: mustBeOneOf("format", IMPORT_FORMATS) }).default("geojson"),
  map: listMap,
  /** Reports what an import would do, and does nothing. */
  dryRun: z.boolean({ error: "dryRun must be true or false" }).default(false),
});

/**
 * One entry of a file. A tier is third-party data: at most `reported`. A text that the file omits is
 * undefined, an empty one is empty; other fields are null if omitted.
 */
export const importedPlace = z.object({
  ...placeFields,
  zipCode: unchangedIfOmitted(placeFields.zipCode),
  phone: unchangedIfOmitted(placeFields.phone),
  website: unchangedIfOmitted(placeFields.website),
  subcategory: unchangedIfOmitted(placeFields.subcategory),
  halalCertificate: unchangedIfOmitted(placeFields.halalCertificate),
  halalVerificationStatus: z
    .union([z.literal(""), halalStatus])
    .nullish()
    .transform((status) => status || null),
});

/** `at` is the line of a CSV file, with the header as line 1, or the feature of a GeoJSON file, from 0. */
export const refusal = z.object({ at: z.number().int(), reason: z.string() });
export type Refusal = z.infer<typeof refusal>;

/** An entry and the later one of the same place that replaces it, both as `at` of a refusal. */
export const replaced = z.object({ at: z.number().int(), by: z.number().int() });
export type Replaced = z.infer<typeof replaced>;

const located = { name: z.string(), address: z.string(), city: z.string(), state: z.string() };

/** A new place with the listed one that it may be. */
export const lookAlike = z.object({
  at: z.number().int(),
  ...located,
  place: z.object({ id: z.string(), ...located }),
});
export type LookAlike = z.infer<typeof lookAlike>;

export const importOutput = z.object({
  /** False if entries or facts were refused; the others are imported all the same. */
  success: z.boolean(),
  dryRun: z.boolean(),
  read: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** Entries that a later one of the same place replaces. */
  repeated: z.number().int(),
  refused: z.number().int(),
  /** Imported entries of which a fact was refused. */
  withoutFacts: z.number().int(),
  /** Imported entries of which an optional value was left out, because it cannot be read or contradicts the others. */
  withoutValues: z.number().int(),
  /** Imported entries with values that contradict each other or have lost letters. */
  doubtful: z.number().int(),
  /** Of a CSV file, how it was read; null for a GeoJSON file. */
  list: listHead.nullable(),
  /** The first refusals, of entries, facts and values. */
  refusals: z.array(refusal),
  /** The first of the doubtful entries. */
  doubts: z.array(refusal),
  /** The first of the repeated entries. */
  replaced: z.array(replaced),
  /** The first entries of which values were left out, because the owner or staff gave others. */
  left: z.array(refusal),
  /** In a dry run: how many new places may be listed ones, about which staff will be asked. */
  alike: z.number().int().optional(),
  /** The first of these. */
  lookAlikes: z.array(lookAlike).optional(),
});
export type ImportReport = z.infer<typeof importOutput>;

export const reindexOutput = z.object({ success: z.literal(true), places: z.number().int() });
