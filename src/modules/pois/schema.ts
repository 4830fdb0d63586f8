import { z } from "zod";
import { idInPath, LIMITS, optionalText, requiredText } from "../../shared/fields.ts";
import { listInput, pageOf } from "../../shared/listing.ts";
import { formatPhone } from "../../shared/phone.ts";
import { halalStatus, placeFields } from "../../shared/place-fields.ts";
import { CATEGORIES, HALAL_STATUSES, SYNC_STATES } from "../../shared/places.ts";

const SEARCH_DEFAULT = 50; // contract 5
const SEARCH_MOST = 100;

const oneOf = (name: string, choices: readonly string[]) => `${name} must be one of ${choices.join(", ")}`;

/** What a partner sees of a place (contract 5). */
const shown = {
  id: z.string(),
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
  halalVerificationStatus: z.enum(HALAL_STATUSES),
};

export const place = z.object({
  ...shown,
  /** Null where nobody owns it, one's own id, or `claimed` for another partner's. */
  ownerId: z.string().nullable(),
  isOwned: z.boolean(),
});
export type Place = z.input<typeof place>;

/** One place with what a link to a maps service needs. Degrees; both or neither. */
export const placeDetail = place.extend({
  placeId: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

const wholeLimit = `limit must be a whole number from 1 to ${SEARCH_MOST}`;

/** `all` and the empty text mean every category, retail included. */
const categoryFilter = z
  .enum([...CATEGORIES, "all", ""], { error: oneOf("category", [...CATEGORIES, "all"]) })
  .nullish()
  .transform((category) => (category === "all" || !category ? null : category));

export const searchInput = z.object({
  query: requiredText("Query", LIMITS.search),
  city: optionalText("City", LIMITS.search),
  category: categoryFilter,
  limit: z.coerce
    .number({ error: wholeLimit })
    .int(wholeLimit)
    .min(1, wholeLimit)
    .max(SEARCH_MOST, wholeLimit)
    .default(SEARCH_DEFAULT),
});
export const searchOutput = z.array(place);

export const placeInput = z.object({ id: idInPath });
export const ownList = listInput.omit({ q: true });
export const ownPage = pageOf(place);

/** What staff see of a place. */
export const staffPlace = z.object({
  ...shown,
  placeId: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ownerId: z.string().nullable(),
  syncState: z.enum(SYNC_STATES),
  syncError: z.string().nullable(),
  syncedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type StaffPlace = z.input<typeof staffPlace>;
export const staffPage = pageOf(staffPlace);

const filters = {
  q: listInput.shape.q,
  category: categoryFilter,
  city: optionalText("City", LIMITS.search),
  state: optionalText("State", 2),
  /** `any`, `none`, or a partner's id. */
  owner: z.string().max(100).default(""),
  syncState: z
    .enum([...SYNC_STATES, ""], { error: oneOf("syncState", SYNC_STATES) })
    .nullish()
    .transform((state) => state || null),
};
export const staffList = listInput.extend(filters);
export type PlaceFilters = Pick<z.output<typeof staffList>, keyof typeof filters>;

export const EXPORT_FORMATS = ["geojson", "csv", "jsonl"] as const;
export const exportInput = z.object({
  format: z.enum(EXPORT_FORMATS, { error: oneOf("format", EXPORT_FORMATS) }).default("geojson"),
});

/** Left out means: as it is. The fields themselves read a missing value as an empty one. */
const kept = <Schema extends z.ZodType>(schema: Schema) => z.union([z.undefined(), schema]).optional();

export const updateInput = z.object({
  id: idInPath,
  placeId: kept(placeFields.placeId),
  name: kept(placeFields.name),
  address: kept(placeFields.address),
  city: kept(placeFields.city),
  state: kept(placeFields.state),
  zipCode: kept(placeFields.zipCode),
  phone: kept(placeFields.phone),
  website: kept(placeFields.website),
  category: kept(placeFields.category),
  subcategory: kept(placeFields.subcategory),
  halalCertificate: kept(placeFields.halalCertificate),
  halalVerificationStatus: kept(halalStatus),
  latitude: kept(placeFields.latitude),
  longitude: kept(placeFields.longitude),
  /** The one that was read: refused with 409 where the place has changed since. */
  updatedAt: z.coerce.date({ error: "updatedAt must be a time" }).optional(),
});

export const deleteInput = z.object({ id: idInPath });
export const deleteOutput = z.object({ success: z.literal(true) });

export const IMPORT_FORMATS = ["geojson", "csv"] as const;
export const importInput = z.object({
  file: z.string({ error: "file is required" }).min(1, "file is required"),
  format: z.enum(IMPORT_FORMATS, { error: oneOf("format", IMPORT_FORMATS) }).default("geojson"),
  /** Does all but keep it. */
  dryRun: z.boolean({ error: "dryRun must be true or false" }).default(false),
});

/**
 * One entry of a file. What it calls verified is reported: only staff prove. A text that the file leaves out is
 * undefined, one that stands there empty is empty; the others are null where it says nothing.
 */
export const importedPlace = z.object({
  ...placeFields,
  zipCode: kept(placeFields.zipCode),
  phone: kept(placeFields.phone),
  website: kept(placeFields.website),
  subcategory: kept(placeFields.subcategory),
  halalCertificate: kept(placeFields.halalCertificate),
  halalVerificationStatus: z
    .union([halalStatus, z.literal("")])
    .nullish()
    .transform((status) => (status === "verified" ? "reported" : status || null)),
});

/** A line of a CSV file, the header being the first, or a feature of a GeoJSON file, counted from 0. */
export const refusal = z.object({ at: z.number().int(), reason: z.string() });
export type Refusal = z.infer<typeof refusal>;

export const importOutput = z.object({
  /** False where something was refused: the rest is kept all the same. */
  success: z.boolean(),
  dryRun: z.boolean(),
  read: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** A later entry of the same place took their place. */
  repeated: z.number().int(),
  refused: z.number().int(),
  /** The first of what was refused. */
  refusals: z.array(refusal),
});
export type ImportReport = z.infer<typeof importOutput>;

export const reindexOutput = z.object({ success: z.literal(true), places: z.number().int() });
