import { z } from "zod";
import { cronPattern, oneOf, wholeNumber } from "./fields.ts";

/** Anyone who has the file can try passphrases on it. */
export const MIN_PASSPHRASE = 12;

const passphrase = z.string().refine((text) => [...text].length >= MIN_PASSPHRASE, {
  error: `must have ${MIN_PASSPHRASE} characters or more.`,
});
const count = wholeNumber(0, 1_000);

/** The variables of backups that the server makes by itself. */
export const backupVariables = {
  BACKUP_CRON: cronPattern.prefault("off"),
  BACKUP_TARGET: oneOf(["data", "bucket"]).optional(),
  BACKUP_EVIDENCE: oneOf(["on", "off"]).default("off"),
  BACKUP_PASSPHRASE: passphrase.optional(),
  BACKUP_KEEP_LAST: count.default(0),
  BACKUP_KEEP_HOURLY: count.default(0),
  BACKUP_KEEP_DAILY: count.default(7),
  BACKUP_KEEP_WEEKLY: count.default(5),
  BACKUP_KEEP_MONTHLY: count.default(12),
};

type Variables = z.output<z.ZodObject<typeof backupVariables>>;

export function backupSettings(env: Variables, hasBucket: boolean) {
  return {
    /** Null if none is scheduled. */
    cron: env.BACKUP_CRON,
    /** A folder of the data directory, or the bucket of the evidence files. */
    target: env.BACKUP_TARGET ?? (hasBucket ? "bucket" : "data"),
    evidence: env.BACKUP_EVIDENCE === "on",
    /** Undefined if SECRET_KEY encrypts them. */
    passphrase: env.BACKUP_PASSPHRASE,
    /** How many backups stay, and how many hours, days, weeks and months keep their newest one. All are kept if all are 0. */
    keep: {
      last: env.BACKUP_KEEP_LAST,
      hourly: env.BACKUP_KEEP_HOURLY,
      daily: env.BACKUP_KEEP_DAILY,
      weekly: env.BACKUP_KEEP_WEEKLY,
      monthly: env.BACKUP_KEEP_MONTHLY,
    },
  } as const;
}
