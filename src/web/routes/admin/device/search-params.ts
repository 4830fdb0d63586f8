import { z } from "zod";

/** The code in the address that a device shows; it is only filled in. */
export const deviceSearch = z.object({
  code: z.string().trim().min(1).max(20).optional().catch(undefined),
});
