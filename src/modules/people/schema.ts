import { z } from "zod";
import { keptData } from "../../shared/erasure.ts";
import { email } from "../../shared/fields.ts";
import { PERSONAL_DATA_KINDS, personalRecord } from "../../shared/personal-data.ts";

export const personInput = z.object({ email: email() });

/** Records of each kind that the answer holds at most; the export holds all. */
export const SHOWN_MAX = 100;

const kind = z.enum(PERSONAL_DATA_KINDS);

export const personOutput = z.object({
  email: z.string(),
  counts: z.record(kind, z.number().int()),
  /** The newest records of each kind. */
  data: z.record(kind, z.array(personalRecord)),
  /** What would stay after an erasure, why, and until when. */
  kept: z.array(keptData),
});

export type Person = z.output<typeof personOutput>;

export const forgetOutput = z.object({
  success: z.literal(true),
  /** How many rows were deleted or cleared. */
  forgotten: z.number().int(),
  /** What stays, why, and until when. */
  kept: z.array(keptData),
});

/** What the audit entry of an erasure holds: the ids that are left in the log, and what else is left. */
export const pastErasure = z.object({
  ids: z.array(z.string()),
  kept: z.array(keptData.extend({ until: z.null() })),
});
