import { z } from "zod";
import { backupInput } from "../schema.ts";

/** Only the letters that every file system and every bucket takes. */
const backupLabel = z
  .string({ error: "label must be a text" })
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "label must have up to 32 small letters, digits and hyphens");

export const createInput = z.object({
  evidence: backupInput.shape.evidence,
  label: backupLabel.optional(),
});

/** Only for operators: who chooses the key can open all data, and what is pinned fills the store. */
export const operatorCreateInput = backupInput.safeExtend({
  /** Whether the retention rules keep it forever. */
  pin: z.boolean({ error: "pin must be true or false" }).default(false),
  label: backupLabel.optional(),
});

export const createOutput = z.object({
  /** In the backup store. */
  name: z.string(),
  bytes: z.number().int(),
  rows: z.number().int(),
  /** Evidence files in it. */
  evidence: z.number().int(),
});

export const NEEDED_KEYS = [
  "SECRET_KEY",
  "SECRET_KEY_OLD",
  "another SECRET_KEY",
  "passphrase",
  "none: damaged",
] as const;

export const listOutput = z.array(
  z.object({
    name: z.string(),
    madeAt: z.date(),
    bytes: z.number().int(),
    kind: z.enum(["scheduled", "manual", "pinned"]),
    label: z.string().nullable(),
    /** Which key opens it. */
    key: z.enum(NEEDED_KEYS),
    /** Whether this server can open it; null for one with a passphrase, which is not tried. */
    opens: z.boolean().nullable(),
  }),
);

export const deleteInput = z.object({ name: z.string({ error: "name must be a text" }) });

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
  location: z.string(),
  encryption: z.enum(["secret key", "passphrase"]),
  evidence: z.boolean(),
  keep: z.object({
    last: z.number().int(),
    hourly: z.number().int(),
    daily: z.number().int(),
    weekly: z.number().int(),
    monthly: z.number().int(),
  }),
  lastSuccess: z.object({ at: z.date(), name: z.string(), bytes: z.number().int() }).nullable(),
  lastFailure: z.object({ at: z.date(), error: z.string() }).nullable(),
  runningSince: z.date().nullable(),
});
