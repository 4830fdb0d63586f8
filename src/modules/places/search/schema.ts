import { z } from "zod";
import { LIMITS, optionalText } from "../../../shared/fields.ts";
import { pageOf } from "../../../shared/listing.ts";
import { CATEGORIES, HALAL_STATUSES } from "../../../shared/places/places.ts";
import { categoryFilter, searchLimit } from "../schema.ts";

/** A search of visitors reads no further. */
export const PUBLIC_SEARCH_MAX = 100;
export const PUBLIC_SEARCH_PAGE = 20;
const NOTHING_TYPED = "Please type a name or a city";
const wholeCursor = "cursor must be the one of the previous page";

export const publicSearchInput = z
  .object({
    q: optionalText("Name", LIMITS.search),
    city: optionalText("City", LIMITS.search),
    category: categoryFilter,
    limit: searchLimit.default(PUBLIC_SEARCH_PAGE),
    /** How many places come before this page. */
    cursor: z.coerce
      .number({ error: wholeCursor })
      .int(wholeCursor)
      .min(0, wholeCursor)
      .max(PUBLIC_SEARCH_MAX, wholeCursor)
      .default(0),
  })
  .refine(({ q, city }) => q !== "" || city !== "", { error: NOTHING_TYPED, path: ["q"] });

const publicTier = z.enum(HALAL_STATUSES).nullable();
export const publicResult = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  category: z.enum(CATEGORIES),
  subcategory: z.string(),
  /** Null for a masjid, which has no tier. */
  tier: publicTier,
  halalVerificationStatus: publicTier,
  /** Permanently. */
  closed: z.boolean(),
});
export type PublicResult = z.input<typeof publicResult>;
export const publicResults = pageOf(publicResult);
