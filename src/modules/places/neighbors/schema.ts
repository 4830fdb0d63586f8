import { z } from "zod";
import { CATEGORIES, HALAL_STATUSES } from "../../../shared/places/places.ts";

const neighbor = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  category: z.enum(CATEGORIES),
  halalVerificationStatus: z.enum(HALAL_STATUSES),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Null if one of the two has no coordinates. */
  meters: z.number().nullable(),
  /** Whether it may be the same place, by its name and address. */
  alike: z.boolean(),
  /** Whether it surely is. */
  same: z.boolean(),
});
export type Neighbor = z.input<typeof neighbor>;

export const neighbors = z.object({
  /** The radius of the circle; null for a place without coordinates. */
  radius: z.number().nullable(),
  /** Those that may be the same first, then by distance; 100 at most. Look-alikes in the city can be further away. */
  places: z.array(neighbor),
});
export type Neighbors = z.input<typeof neighbors>;
