import { z } from "zod";

const day = (name: string) =>
  z
    .string({ error: `${name} must be a day such as 2026-01-31` })
    .refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(new Date(text)) === text, {
      error: `${name} must be a day such as 2026-01-31`,
    });

/** `2026-01-31` in UTC; empty for an impossible date. */
export const dayOf = (at: Date): string => (Number.isNaN(at.getTime()) ? "" : at.toISOString().slice(0, 10));

/** Both days are included; by default the last 30. */
export const sourcesInput = z.object({ from: day("from").optional(), to: day("to").optional() });

const counts = z.object({
  views: z.number().int(),
  joins: z.number().int(),
  confirmations: z.number().int(),
  acceptances: z.number().int(),
});
export type Counts = z.output<typeof counts>;

export const sourcesOutput = z.object({
  from: z.string(),
  to: z.string(),
  /** Days on which something was counted, the oldest first. */
  days: z.array(counts.extend({ day: z.string() })),
  /** The sources with the most joins; the rest is `other`. */
  sources: z.array(counts.extend({ source: z.string() })),
});
export type Sources = z.output<typeof sourcesOutput>;
