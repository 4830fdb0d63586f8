import { join } from "node:path";
import { sql } from "drizzle-orm/sql";
import { hasNeonHost } from "../shared/server-address.ts";
import { type Database, openDatabase, type ServerConfig, type Tx } from "./client.ts";
import { sqlState } from "./errors.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

export const MIGRATIONS = join(import.meta.dir, "../../drizzle");
const LOCK = 5_209_183_327; // arbitrary; used by no other advisory lock
const LOCK_WAIT = "60s";

// Drizzle's journal, so that its tools and this runner agree on what is applied
const SCHEMA = sql.raw("create schema if not exists drizzle");
const JOURNAL = sql.raw(
  "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
);

/**
 * A newer schema, an edited migration, a missing permission, or a lock that was not released in time: one sentence. The
 * server does not start.
 */
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
 * once, and one may be killed: the others wait for the lock and continue. Returns the number applied by this process. If
 * none is pending, a role that may only read the journal is enough. Throws `MigrationError` if the schema is newer than
 * this program, if an applied migration was edited, or if another process held the lock for 60 seconds.
 */
export async function migrate(db: Database, folder: string = MIGRATIONS): Promise<number> {
  const known = readMigrations(folder);
  if (await isUpToDate(db, known)) return 0;
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
  const known = readMigrations(MIGRATIONS).filter(({ folderMillis }) => folderMillis <= upTo);
  while (await applyOne(tx, known));
}

/** Counts applied and pending migrations, without changing anything; without a journal all are pending. */
export async function migrationStatus(db: Database, folder: string = MIGRATIONS): Promise<MigrationStatus> {
  return compare(readMigrations(folder), await readJournal(queryOf(db))).status;
}

/** The same, inside a transaction. */
export async function migrationStatusIn(tx: Tx): Promise<MigrationStatus> {
  const query = async (text: string) => (await tx.execute(sql.raw(text))).rows;
  return compare(readMigrations(MIGRATIONS), await readJournal(query as RunQuery)).status;
}

/** The files of applied migrations whose content has changed since. Changes nothing. */
export async function editedMigrations(
  db: Database,
  folder: string = MIGRATIONS,
): Promise<readonly string[]> {
  return compare(readMigrations(folder), await readJournal(queryOf(db))).edited;
}

type RunQuery = <Row>(text: string) => Promise<Row[]>;

const queryOf =
  (db: Database): RunQuery =>
  (text) =>
    db.query(text);

/** The applied migrations; none where there is no journal yet. */
async function readJournal(query: RunQuery): Promise<readonly JournalRow[]> {
  const [journal] = await query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!journal?.there) return [];
  return query<JournalRow>("select created_at, hash from drizzle.__drizzle_migrations");
}

/** The address without Neon's pooler; any other address unchanged. */
export function directUrl(address: string): string {
  if (!hasNeonHost(address)) return address;
  const url = new URL(address);
  url.hostname = url.hostname.replace(/-pooler(?=\.)/, "");
  return url.href;
}

interface JournalRow {
  /** The `when` of the migration in the journal of the folder, in milliseconds, which identifies it. */
  readonly created_at: number;
  /** SHA-256 of the file when it was applied, in hex. */
  readonly hash: string;
}

/** Reads the journal alone, so that the server may run with a role that cannot change the schema. */
async function isUpToDate(db: Database, known: readonly Migration[]): Promise<boolean> {
  const found = await readJournal(queryOf(db)).catch(orSentence(READ_SENTENCES));
  return found.length > 0 && compareOrThrow(known, found).next === undefined;
}

async function applyNext(db: Database, known: readonly Migration[]): Promise<boolean> {
  return db.transaction((tx) => applyOne(tx, known), { timeoutMs: 0 }).catch(orSentence(SENTENCES));
}

const READ_SENTENCES: Sentences = {
  "42501":
    "The role of DATABASE_URL needs the right to read drizzle.__drizzle_migrations: grant it usage on the schema drizzle and select on the table.",
};

const SENTENCES: Sentences = {
  "42501":
    "Migrations are pending, and the role of DATABASE_URL may not change the schema: run `rihla db migrate` with one that may.",
  "55P03": `Another process has been migrating the database for ${LOCK_WAIT}: try again later.`,
};

/** By SQLSTATE. */
type Sentences = Readonly<Record<string, string>>;

const orSentence =
  (sentences: Sentences) =>
  (error: unknown): never => {
    const sentence = sentences[sqlState(error) ?? ""];
    throw sentence === undefined ? error : new MigrationError(sentence, { cause: error });
  };

/** Applies the next migration; false if none is left. Each call takes the lock, which ends with its transaction. */
async function applyOne(tx: Tx, known: readonly Migration[]): Promise<boolean> {
  await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`));
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(LOCK))})`);
  await tx.execute(SCHEMA);
  await tx.execute(JOURNAL);
  const journal = await tx.execute<JournalRow & Record<string, unknown>>(
    sql`select created_at, hash from drizzle.__drizzle_migrations`,
  );
  const { next } = compareOrThrow(known, journal.rows);
  if (!next) return false;
  for (const statement of next.sql) await tx.execute(sql.raw(statement));
  const { hash, folderMillis } = next;
  await tx.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
  );
  return true;
}

function compareOrThrow(known: readonly Migration[], journal: readonly JournalRow[]) {
  const compared = compare(known, journal);
  if (compared.status.newer > 0) {
    throw new MigrationError(
      "The database has a newer schema than this program: start a newer version of it.",
    );
  }
  if (compared.edited.length > 0) throw new MigrationError(editedSentence(compared.edited));
  return compared;
}

/** What to do about edited migrations, in one sentence. */
export const editedSentence = (files: readonly string[]): string =>
  `${files.map((file) => `drizzle/${file}`).join(", ")} ${files.length === 1 ? "has" : "have"} been edited since the database was migrated: restore the ${files.length === 1 ? "file" : "files"} of this version.`;

function compare(known: readonly Migration[], journal: readonly JournalRow[]) {
  const hashes = new Map(journal.map((row) => [row.created_at, row.hash]));
  const pending = known.filter((each) => !hashes.has(each.folderMillis));
  const edited = known.filter((each) => (hashes.get(each.folderMillis) ?? each.hash) !== each.hash);
  const applied = known.length - pending.length;
  const status: MigrationStatus = { applied, pending: pending.length, newer: hashes.size - applied };
  return { next: pending[0], status, edited: edited.map(({ file }) => file) };
}
