import { z } from "zod";
import { REVIEW_STATUSES } from "../../shared/reviews/reviews.ts";

/** A claim of a place, with the files of it that can still be opened. */
const placeClaim = z.object({
  id: z.string(),
  partnerName: z.string(),
  status: z.enum(REVIEW_STATUSES),
  submittedAt: z.date(),
  reviewedAt: z.date().nullable(),
  files: z.array(z.object({ id: z.string(), name: z.string() })),
});
export const placeClaims = z.array(placeClaim);
