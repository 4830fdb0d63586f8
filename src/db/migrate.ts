import { join } from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { sql } from "drizzle-orm/sql";
import { type Database, isNeonHost, openDatabase, type ServerConfig, type Tx } from "./client.ts";
import { sqlState } from "./errors.ts";

export const MIGRATIONS = join(import.meta.dir, "../../drizzle");
const LOCK = 5_209_183_327; // arbitrary; used by no other advisory lock
const LOCK_WAIT = "60s";

// Drizzle's journal, so that its tools and this runner agree on what is applied
const SCHEMA = sql.raw("create schema if not exists drizzle");
const JOURNAL = sql.raw(
  "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
);

/** A newer schema, or a lock that was not released in time: one sentence. The server does not start. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

export interface MigrationStatus {
  /** Applied migrations of this program. */
  readonly applied: number;
  /** Migrations of this program that are not applied yet. */
  readonly pending: number;
  /** Applied migrations that only a newer version of the program knows. */
  readonly newer: number;
}

/**
 * Applies pending migrations, each in its own transaction with its journal row. Any number of processes may do so at
 * once, and one may be killed: the others wait for the lock and continue. Returns the number applied by this process.
 * Throws `MigrationError` if the schema is newer than this program, or if another process held the lock for 60 seconds.
 */
export async function migrate(db: Database, folder: string = MIGRATIONS): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  for (let applied = 0; ; applied++) {
    if (!(await applyNext(db, known))) return applied;
  }
}

/**
 * The same over a separate connection, which bypasses Neon's pooler because that interrupts long migrations.
 */
export async function migrateServer(where: ServerConfig, folder?: string): Promise<number> {
  const db = await openDatabase({ ...where, url: directUrl(where.url), maxConnections: 1 });
  try {
    return await migrate(db, folder);
  } finally {
    await db.close();
  }
}

/**
 * Applies pending migrations in the caller's transaction, up to the one that `upTo` identifies; all of them without it.
 */
export async function migrateWithin(tx: Tx, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  const all = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  const known = all.filter(({ folderMillis }) => folderMillis <= upTo);
  while (await applyOne(tx, known));
}

/** Counts applied and pending migrations, without changing anything; without a journal all are pending. */
export async function migrationStatus(db: Database, folder: string = MIGRATIONS): Promise<MigrationStatus> {
  return readStatus((text) => db.query(text), folder);
}

/** The same, inside a transaction. */
export function migrationStatusIn(tx: Tx): Promise<MigrationStatus> {
  const query = async (text: string) => (await tx.execute(sql.raw(text))).rows;
  return readStatus(query as RunQuery, MIGRATIONS);
}

type RunQuery = <Row>(text: string) => Promise<Row[]>;

async function readStatus(query: RunQuery, folder: string): Promise<MigrationStatus> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  const [journal] = await query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!journal?.there) return { applied: 0, pending: known.length, newer: 0 };
  const rows = await query<JournalRow>("select created_at from drizzle.__drizzle_migrations");
  return compare(known, rows).status;
}

/** The address without Neon's pooler; any other address unchanged. */
export function directUrl(address: string): string {
  const url = new URL(address);
  if (!isNeonHost(url.hostname)) return address;
  url.hostname = url.hostname.replace(/-pooler(?=\.)/, "");
  return url.href;
}

interface JournalRow {
  /** The `when` of the migration in the journal of the folder, in milliseconds, which identifies it. */
  readonly created_at: number;
}

async function applyNext(db: Database, known: readonly MigrationMeta[]): Promise<boolean> {
  try {
    return await db.transaction((tx) => applyOne(tx, known), { timeoutMs: 0 });
  } catch (error) {
    if (sqlState(error) !== "55P03") throw error;
    throw new MigrationError(
      `Another process has been migrating the database for ${LOCK_WAIT}: try again later.`,
    );
  }
}

/** Applies the next migration; false if none is left. Each call takes the lock, which ends with its transaction. */
async function applyOne(tx: Tx, known: readonly MigrationMeta[]): Promise<boolean> {
  await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`));
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(LOCK))})`);
  await tx.execute(SCHEMA);
  await tx.execute(JOURNAL);
  const journal = await tx.execute<JournalRow & Record<string, unknown>>(
    sql`select created_at from drizzle.__drizzle_migrations`,
  );
  const { next, status } = compare(known, journal.rows);
  if (status.newer > 0) {
    throw new MigrationError(
      "The database has a newer schema than this program: start a newer version of it.",
    );
  }
  if (!next) return false;
  for (const statement of next.sql) await tx.execute(sql.raw(statement));
  const { hash, folderMillis } = next;
  await tx.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
  );
  return true;
}

function compare(known: readonly MigrationMeta[], journal: readonly JournalRow[]) {
  const there = new Set(journal.map((row) => row.created_at));
  const pending = known.filter((each) => !there.has(each.folderMillis));
  const applied = known.length - pending.length;
  const status: MigrationStatus = { applied, pending: pending.length, newer: there.size - applied };
  return { next: pending[0], status };
}
