import { z } from "zod";
import { formatPhone } from "../../shared/phone.ts";

/** What a partner sees of itself. */
export const profile = z.object({
  id: z.string(),
  email: z.string(),
  businessName: z.string(),
  contactName: z.string(),
  phone: z.string().transform(formatPhone),
  isVerified: z.boolean(),
});
