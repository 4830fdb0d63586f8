import { z } from "zod";

export const decisionTimeOutput = z.object({
  /** The median from claim to decision, in days with one decimal; null while there are too few decisions. */
  days: z.number().nullable(),
  /** Decisions of reviewers in the last 90 days. */
  decisions: z.number().int(),
});
export type DecisionTime = z.output<typeof decisionTimeOutput>;
