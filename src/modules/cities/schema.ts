import { z } from "zod";
import { LIMITS, optionalText } from "../../shared/fields.ts";

/** Cities in an answer to a search. */
export const FOUND_MAX = 8;

export const citySearchInput = z.object({ q: optionalText("q", LIMITS.search) });

/** `Dearborn` and `MI`; the id is that of GeoNames. */
const cityName = z.object({ id: z.string(), name: z.string(), state: z.string() });

export const citySearchOutput = z.array(cityName);
