import { z } from "zod";
import { idInPath } from "../../shared/fields.ts";

/** Something that came with a filled honeypot: a robot's, or a person's whose browser filled in too much. */
export const heldBack = z.object({
  id: z.string(),
  form: z.enum(["waitlist", "partnership"]),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: z.date(),
});

export type HeldBack = z.infer<typeof heldBack>;

export const settleInput = z.object({ id: idInPath });
export const settleOutput = z.object({ success: z.literal(true) });
