import { z } from "zod";
import { keptData } from "../../shared/erasure.ts";
import { email } from "../../shared/fields.ts";

export const forgetInput = z.object({ email: email() });
export const forgetOutput = z.object({
  success: z.literal(true),
  /** How many rows were deleted or cleared. */
  forgotten: z.number().int(),
  /** What stays, why, and until when. */
  kept: z.array(keptData),
});
