import { z } from "zod";
import { seenCount } from "../../../shared/bulk.ts";
import { mustBeOneOf, optionalText } from "../../../shared/fields.ts";
import { flagFilter, listInput } from "../../../shared/listing.ts";
import { HALAL_STATUSES, SYNC_STATES } from "../../../shared/places/places.ts";
import { FILE_SOURCES } from "../../../shared/places/sources.ts";
import { LIMITS } from "../../../shared/text-rules.ts";
import { fileSource, words } from "../intake/schema.ts";
import { categoryFilter, exportFormat, staffPlace } from "../schema.ts";

export const staffPlaceDetail = staffPlace.extend({
  /** The owner's business name; null if the place has no owner. */
  ownerName: z.string().nullable(),
  ...words,
});
export type StaffPlaceDetail = z.input<typeof staffPlaceDetail>;

const filters = {
  q: listInput.shape.q,
  category: categoryFilter,
  city: optionalText("City", LIMITS.search),
  state: optionalText("State", 2),
  /** `any`, `none`, or a partner's id. */
  owner: optionalText("Owner", 100),
  syncState: z
    .enum([...SYNC_STATES, ""], { error: mustBeOneOf("syncState", SYNC_STATES) })
    .nullish()
    .transform((state) => state || null),
  /** The tier of today. */
  tier: z
    .enum([...HALAL_STATUSES, ""], { error: mustBeOneOf("tier", HALAL_STATUSES) })
    .nullish()
    .transform((tier) => tier || null),
  hasCoordinates: flagFilter("hasCoordinates"),
};
export const placeFilters = z.object(filters);
export const PLACE_SORTS = ["newest", "oldest"] as const;
export const staffList = listInput.extend({
  ...filters,
  /** By default the newest first, and with `q` the best match. */
  sort: z.enum(PLACE_SORTS, { error: mustBeOneOf("sort", PLACE_SORTS) }).optional(),
});
export type PlaceFilters = z.output<typeof placeFilters>;

/** Ids of a selection in one query parameter (docs/limits.md). */
export const EXPORT_IDS_MAX = 200;
const ids = z
  .string({ error: "ids must be ids with commas between" })
  .max(EXPORT_IDS_MAX * 27, `ids must hold at most ${EXPORT_IDS_MAX} ids`)
  .regex(/^[0-9A-Za-z_-]+(,[0-9A-Za-z_-]+)*$/, "ids must be ids with commas between")
  .transform((text) => text.split(","))
  .optional()
  .describe("only these places");
export const exportInput = placeFilters.extend({
  format: exportFormat,
  ids,
  source: fileSource.optional().describe("only places of which this source says something"),
  withoutSource: z
    .enum(FILE_SOURCES, { error: mustBeOneOf("withoutSource", FILE_SOURCES) })
    .optional()
    .describe("no places of which this source says something"),
});
export type ExportInput = z.output<typeof exportInput>;

export const placeSelection = placeFilters.extend({ count: seenCount });

const n = z.number().int();
/** How many places have which tier today; masjids have none. */
export const tierCounts = z.object({ verified: n, reported: n, friendly: n, unverified: n });
