import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Database, Tx } from "../client.ts";
import { MIGRATIONS } from "../migrate.ts";
import {
  BackupError,
  createBackupFile,
  type Decode,
  type Encode,
  linesOf,
  verifyChecksum,
} from "./backup-file.ts";
import { foreignKeysOf, quoted, type TableInfo, tablesOf } from "./introspect.ts";
import {
  type AttachmentCounts,
  type AttachmentHead,
  type Head,
  parseHead,
  type TableHead,
  type Tail,
} from "./lines.ts";

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

/** Tables whose rows mean nothing in another database. */
export const LOCAL_TABLES: readonly string[] = ["instances", ...DERIVED_TABLES];

/** Tables whose rows mean nothing to an operator. */
export const INTERNAL_TABLES: readonly string[] = [
  ...LOCAL_TABLES,
  "case_viewers",
  "jobs",
  "volume",
  "throttle",
];

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
  "jobs",
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

const PAGE_TEXT = 200_000; // characters per page, as rows may be small or contain a whole file
const FIRST_PAGE = 8; // rows
const MAX_PAGE_ROWS = 1_000;

/** The settings by which PostgreSQL formats values as text, fixed so that text means the same on every server. */
export const TEXT_FORMAT_SETTINGS = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local extra_float_digits = 1",
  "set local bytea_output = 'hex'",
];

type WriteLine = (text: string) => Promise<void>;

/** Writes the rows of all tables but the excluded ones; returns how many each has. */
async function dumpTables(
  tx: Tx,
  line: WriteLine,
  excluded: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  for (const setting of TEXT_FORMAT_SETTINGS) await tx.execute(sql.raw(setting));
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(tx)) {
    if (!excluded.includes(table.name)) counts[table.name] = await dumpTable(tx, table, line);
  }
  return counts;
}

/** A cursor needs no sort key for paging, and sees the snapshot of the transaction. */
async function dumpTable(tx: Tx, table: TableInfo, line: WriteLine): Promise<number> {
  const columns = table.columns.map((column) => column.name);
  const head: TableHead = {
    table: table.name,
    columns,
    types: table.columns.map(({ type }) => type),
    required: table.columns.filter(({ required }) => required).map(({ name }) => name),
    sequences: await sequencesOf(tx, table),
  };
  await line(JSON.stringify(head));
  const texts = columns.map((name) => `${quoted(name)}::text`).join(", ");
  const rows = `select to_json(array[${texts}]::text[])::text as line from ${quoted(table.name)}`;
  await tx.execute(sql.raw(`declare backup_rows no scroll cursor for ${rows}`));
  let count = 0;
  for (let size = FIRST_PAGE; ; ) {
    const page = await tx.execute<{ line: string }>(sql.raw(`fetch ${size} from backup_rows`));
    for (const row of page.rows) await line(row.line);
    count += page.rows.length;
    if (page.rows.length < size) break;
    size = nextSize(size, page.rows);
  }
  await tx.execute(sql.raw("close backup_rows"));
  return count;
}

function nextSize(size: number, rows: readonly { line: string }[]): number {
  const text = rows.reduce((sum, row) => sum + row.line.length, 0);
  const fitting = Math.floor((PAGE_TEXT * size) / Math.max(text, 1));
  return Math.max(1, Math.min(fitting, size * 8, MAX_PAGE_ROWS));
}

async function sequencesOf(tx: Tx, { columns }: TableInfo): Promise<Record<string, number>> {
  const sequences: Record<string, number> = {};
  for (const { name, sequence } of columns) {
    if (sequence === null) continue;
    const { rows } = await tx.execute<{ last: number | null }>(
      sql`select pg_sequence_last_value(${sequence}::text::regclass) as last`,
    );
    const last = rows[0]?.last;
    if (last != null) sequences[name] = last;
  }
  return sequences;
}

/** Files outside of the database that rows refer to, such as evidence. A backup may hold their stored bytes. */
export interface Attachments {
  /** The names that the rows of this snapshot refer to. */
  names(tx: Tx): Promise<readonly string[]>;
  /** Null if the file has been deleted since the snapshot. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
}

/** Memory does not grow with the size of a file. */
async function writeAttachments(
  names: readonly string[],
  { get }: Attachments,
  line: (text: string) => Promise<void>,
): Promise<AttachmentCounts> {
  let [stored, missing] = [0, 0];
  for (const name of names) {
    const bytes = await get(name);
    if (bytes === null) {
      missing += 1;
      continue;
    }
    await line(JSON.stringify({ attachment: name } satisfies AttachmentHead));
    for await (const part of bytes) await line(`"${Buffer.from(part).toString("base64")}"`);
    stored += 1;
  }
  return { stored, missing };
}
