import { z } from "zod";

export const createOutput = z.object({
  /** In the backup store. */
  name: z.string(),
  bytes: z.number().int(),
  rows: z.number().int(),
  /** Evidence files in it. */
  evidence: z.number().int(),
});

export const listOutput = z.array(z.object({ name: z.string(), madeAt: z.date(), bytes: z.number().int() }));

export const pruneInput = z.object({
  dryRun: z
    .boolean({ error: "dryRun must be true or false" })
    .default(false)
    .describe("list what would be deleted, without deleting it"),
});
export const pruneOutput = z.object({ kept: z.number().int(), deleted: z.array(z.string()) });

export const scheduleOutput = z.object({
  cron: z.string(),
  next: z.date().nullable(),
  place: z.string(),
  encryption: z.enum(["secret key", "passphrase"]),
  evidence: z.boolean(),
  keep: z.object({ daily: z.number().int(), weekly: z.number().int(), monthly: z.number().int() }),
  lastSuccess: z.object({ at: z.date(), name: z.string(), bytes: z.number().int() }).nullable(),
  lastFailure: z.object({ at: z.date(), error: z.string() }).nullable(),
  runningSince: z.date().nullable(),
});
