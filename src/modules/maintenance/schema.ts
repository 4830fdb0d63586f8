import { z } from "zod";
import { secretText } from "../../shared/fields.ts";

export const statusOutput = z.object({
  database: z.enum(["pglite", "postgres", "neon"]),
  /** PostgreSQL's, such as "16.4". */
  version: z.string(),
  /** Migrations that are applied, that are pending, and that only a newer version of the program knows. */
  applied: z.number().int(),
  pending: z.number().int(),
  newer: z.number().int(),
  /** Whether this version may run on the schema, once nothing is pending. */
  compatible: z.boolean(),
  /** The newest migration of this version, such as `0000_baseline`. */
  program: z.string(),
  /** Versions that lack this migration may not run on the schema. */
  oldestProgram: z.string(),
  /** The same in one sentence. */
  range: z.string(),
  /** Files of applied migrations that have been edited since. */
  edited: z.array(z.string()),
  /** The database's clock. */
  time: z.date(),
  /** Whether a commit survives a power failure. */
  durable: z.boolean(),
  sizeBytes: z.number().int(),
  /** The following are null until the database is migrated. */
  staffAccounts: z.number().int().nullable(),
  secretKeyFits: z.boolean().nullable(),
  empty: z.boolean().nullable(),
  /** Only while the server runs behind a proxy that TRUST_PROXY does not name. */
  untrustedProxyAt: z.date().optional(),
});

const backupKey = z.string({ error: "key must be a text" }).regex(/^[\w-]{43}$/, "key must be a derived key");

/** Both of an operator's passphrase, from which the CLI derives the key; without them SECRET_KEY is used. */
export const backupInput = z
  .object({
    key: backupKey.optional(),
    salt: z.string({ error: "salt must be a text" }).optional(),
    /** Whether the backup holds the evidence files too. */
    evidence: z.boolean({ error: "evidence must be true or false" }).default(false),
  })
  .refine(({ key, salt }) => (key === undefined) === (salt === undefined), "key needs salt, and salt key");

export const restoreInput = z.object({
  /** Derived from the backup's passphrase. */
  key: backupKey.optional(),
  file: z.string({ error: "file is required" }).min(1, "file is required"),
  /** Allows it to replace existing data. */
  replace: z.boolean({ error: "replace must be true or false" }).default(false),
  /** Leaves out what a SECRET_KEY that was lost had encrypted. */
  withoutSecrets: z.boolean({ error: "withoutSecrets must be true or false" }).default(false),
});
/** Numbers of rows, by table. */
const rows = z.record(z.string(), z.number().int());

export const sweepPreviewOutput = z.object({
  /** Rows that are deleted, and rows that stay without some of their values. */
  rows,
  cleared: rows,
  /** Stored evidence files. */
  files: z.number().int(),
  /** Rows that are deleted from the main database. */
  mainDatabase: rows,
});

export const restorePreviewOutput = z.object({
  madeAt: z.date(),
  /** What the backup holds. */
  rows,
  evidence: z.number().int(),
  /** Rows that it would replace, or delete if a backup has none of them; null if the database has no schema. */
  replaces: rows.nullable(),
});

export const restoreOutput = z.object({
  success: z.literal(true),
  rows,
  /** Evidence files that were stored. */
  evidence: z.number().int(),
  /** What was encrypted with the SECRET_KEY that was lost. */
  reset: z
    .object({
      secondFactors: z.array(z.string()),
      mails: z.number().int(),
      evidenceFiles: z.number().int(),
    })
    .optional(),
});

export const moveInput = z.object({
  /** The address of an empty database on a PostgreSQL server. */
  databaseUrl: secretText("Database URL", 1, 2_048),
});
export const moveOutput = z.object({
  success: z.literal(true),
  tables: z.number().int(),
  /** All rows, and those of each table, counted in the new database. */
  total: z.number().int(),
  rows: z.record(z.string(), z.number().int()),
  /** The key that the new database needs; null if SECRET_KEY is set. */
  keyFile: z.string().nullable(),
  /** Where the evidence files are. */
  dataDir: z.string(),
});

const KEY_MIN = 32;
const KEY_MAX = 1_000;

export const rotateKeyInput = z.object({
  newKey: secretText("New key", KEY_MIN, KEY_MAX).refine(
    (key) => key === key.trim() && !/[\r\n]/.test(key),
    "New key must be one line without spaces around it",
  ),
});
export const rotateKeyOutput = z.object({
  success: z.literal(true),
  /** Numbers of re-encrypted secrets and evidence files. */
  secrets: z.number().int(),
  evidence: z.number().int(),
  /** Whether the key in the data directory was replaced; otherwise SECRET_KEY must be set before the next start. */
  kept: z.boolean(),
  /** The backup that the new key opens, in the store; null if it could not be made. */
  backup: z.string().nullable(),
});
