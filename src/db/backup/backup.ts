import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Database, Tx } from "../client.ts";
import { MIGRATIONS } from "../migrate.ts";
import { type Attachments, writeAttachments } from "./attachments.ts";
import {
  BackupError,
  createBackupFile,
  type Decode,
  type Encode,
  linesOf,
  verifyChecksum,
} from "./backup-file.ts";
import { dumpTables } from "./dump-tables.ts";
import { foreignKeysOf } from "./introspect.ts";
import { type Head, parseHead, type Tail } from "./lines.ts";

const FORMAT = "rihla-backup";
const VERSION = 1;
const VERSION_WITH_ATTACHMENTS = 2;

/**
 * Tables whose rows follow from those of others: the search index and the sums that triggers keep. A restore makes them anew
 * (`derived` in the `module.ts` of their modules). `city_counts` is none: what visitors see depends on what they saw before.
 */
export const DERIVED_TABLES: readonly string[] = [
  "poi_words",
  "poi_vocabulary",
  "poi_index_state",
  "poi_change_counts",
  "waitlist_signup_counts",
];

/** Tables whose rows mean nothing in another database, nor to an operator. */
export const LOCAL_TABLES: readonly string[] = ["instances", ...DERIVED_TABLES];

/**
 * Tables whose rows are not backed up: sessions, challenges, API tokens (a restore would bring revoked ones back),
 * rate limits, login throttles, what belongs to a process and what can be derived.
 */
export const EXCLUDED_TABLES: readonly string[] = [
  "staff_sessions",
  "partner_sessions",
  "one_time_links",
  "passkey_challenges",
  "api_tokens",
  "device_authorizations",
  "case_viewers",
  ...LOCAL_TABLES,
  "backup_runs",
  "mail_server",
  "alerts",
  "alert_messages",
  "volume",
  "throttle",
];

export interface BackupContent {
  readonly encode?: Encode;
  /** The files that rows refer to. */
  readonly attachments?: Attachments | undefined;
  /** Tables without their rows; by default those of sessions, links and counters. */
  readonly excluded?: readonly string[];
}

/**
 * Writes a consistent snapshot of the database into a new file, the same for every driver; and the files that its rows
 * refer to, if there are `attachments`. Memory does not grow with rows. Returns what the backup holds.
 */
export async function writeBackup(
  db: Database,
  path: string,
  now: Date,
  { encode, attachments, excluded = EXCLUDED_TABLES }: BackupContent = {},
): Promise<Tail> {
  const file = await createBackupFile(path, encode);
  try {
    const line = (text: string) => file.line(text);
    const version = attachments ? VERSION_WITH_ATTACHMENTS : VERSION;
    const work = async (tx: Tx) => {
      await line(JSON.stringify(await headOf(tx, version, now)));
      const rows = await dumpTables(tx, line, excluded);
      return { rows, names: (await attachments?.names(tx)) ?? [] };
    };
    const options = { isolation: "repeatable read", readOnly: true, timeoutMs: 0 } as const;
    const { rows, names } = await db.transaction(work, options);
    const tail: Tail = {
      rows,
      ...(attachments && { attachments: await writeAttachments(names, attachments, line) }),
    };
    await line(JSON.stringify(tail));
    await file.finish();
    return tail;
  } finally {
    await file.close();
  }
}

async function headOf(tx: Tx, version: number, now: Date): Promise<Head> {
  const { rows } = await tx.execute<{ migration: number }>(
    sql.raw("select max(created_at) as migration from drizzle.__drizzle_migrations"),
  );
  const references = (await foreignKeysOf(tx)).map(({ table, columns, to, key }) => ({
    table,
    columns: [...columns],
    to,
    key: [...key],
  }));
  return {
    format: FORMAT,
    version,
    migration: rows[0]?.migration ?? 0,
    createdAt: now.toISOString(),
    references,
  };
}

export interface BackupFacts {
  readonly madeAt: Date;
  /** The time of its last migration, which identifies its schema. */
  readonly migration: number;
}

/**
 * Throws `BackupError` unless the file is complete, unaltered and of a version and schema that this program knows.
 * Does not use the database.
 */
export async function verifyBackup(
  path: string,
  decode?: Decode,
  folder: string = MIGRATIONS,
): Promise<BackupFacts> {
  await verifyChecksum(path, decode);
  const head = await firstLine(path, decode);
  if (head?.format !== FORMAT) throw new BackupError(`${path} is not a backup of this program.`);
  const { version, migration, createdAt } = head;
  const known = readMigrationFiles({ migrationsFolder: folder }).map((each) => each.folderMillis);
  if (version > VERSION_WITH_ATTACHMENTS || !known.includes(migration)) {
    throw new BackupError(
      `${path} was made by a newer version of this program: restore it with that version.`,
    );
  }
  return { madeAt: new Date(createdAt), migration };
}

async function firstLine(path: string, decode?: Decode): Promise<Head | null> {
  for await (const text of linesOf(path, decode)) return parseHead(text);
  return null;
}
