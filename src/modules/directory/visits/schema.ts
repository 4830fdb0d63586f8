import { z } from "zod";
import { idInPath } from "../../../shared/fields.ts";

/** The smallest count that an owner sees. */
export const VISITS_SHOWN = 10;
export const VISIT_WEEKS = 12;
/** How many of the weeks the sums are of. */
export const VISITS_SUMMED = 4;

export const visitsInput = z.object({ id: idInPath });

/** Null for fewer than `VISITS_SHOWN`. */
const counts = { views: z.number().int().nullable(), directions: z.number().int().nullable() };

export const visits = z.object({
  /** Of the last four weeks. */
  ...counts,
  /** Twelve, the oldest first; the last one ends today. */
  weeks: z.array(z.object({ from: z.string(), ...counts })),
});
export type Visits = z.output<typeof visits>;
