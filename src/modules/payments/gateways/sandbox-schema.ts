import { z } from "zod";
import { idInPath } from "../../../shared/fields.ts";

export const sandboxInput = z.object({ id: idInPath });
export const sandboxOutput = z.object({
  paymentId: z.string(),
  status: z.enum(["open", "paid", "declined", "refunded"]),
  amountCents: z.number().int(),
  currency: z.string(),
  tier: z.string(),
  card: z.string(),
});
export const decideInput = sandboxInput.extend({ decision: z.enum(["confirm", "decline", "refund"]) });
export const decideOutput = z.object({
  success: z.literal(true),
  paymentId: z.string(),
  status: sandboxOutput.shape.status,
});
