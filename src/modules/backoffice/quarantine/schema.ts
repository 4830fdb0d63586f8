import { z } from "zod";
import { idInPath } from "../../../shared/fields.ts";

/** A submission with a filled honeypot: from a bot, or from a person whose browser filled in too much. */
export const quarantinedItem = z.object({
  id: z.string(),
  form: z.enum(["waitlist", "partnership", "report", "suggestion"]),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: z.date(),
});

export type QuarantinedItem = z.infer<typeof quarantinedItem>;

export const resolveInput = z.object({ id: idInPath });
