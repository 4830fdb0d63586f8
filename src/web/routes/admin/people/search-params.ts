import { z } from "zod";
import { LIMITS } from "../../../../shared/fields.ts";

/** The address in the URL; the server checks it. */
export const peopleSearch = z.object({
  email: z.string().trim().min(1).max(LIMITS.email).optional().catch(undefined),
});
