import { sql } from "drizzle-orm/sql";
import { programFile } from "../env/program.ts";
import { seconds } from "../shared/duration.ts";
import { hasNeonHost } from "../shared/server-address.ts";
import { type Database, openDatabase, type ServerConfig, type Tx } from "./client.ts";
import { sqlState } from "./errors.ts";
import { MIGRATION_LOCK } from "./locks.ts";
import {
  addToJournal,
  compare,
  createJournal,
  type JournalRow,
  type Migration,
  type MigrationStatus,
  type RunQuery,
  rangeOf,
  readJournal,
  readMigrations,
} from "./migrations.ts";

export type { MigrationStatus } from "./migrations.ts";

export const MIGRATIONS = programFile("drizzle");
const LOCK_NOT_AVAILABLE = "55P03"; // SQLSTATE
const LOCK_WAIT = seconds(60);
/**
 * How long a statement of a migration waits for a table in use, such as by an export. All calls that need the table wait
 * behind it, so it gives up soon, lets them pass and tries again.
 */
const TABLE_WAIT = seconds(1);

/**
 * A newer schema, an edited migration, a missing permission, or a lock that was not released in time: one sentence. The
 * server does not start.
 */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

let ours: readonly Migration[] | undefined; // read once: a running server keeps to the files that it started with

const migrationsIn = (folder: string): readonly Migration[] => {
  if (folder !== MIGRATIONS) return readMigrations(folder);
  ours ??= readMigrations(folder);
  return ours;
};

/** Whether no migration of this program is pending. Reads the journal alone. Throws `MigrationError` like `migrate`. */
export const isMigrated = (db: Database): Promise<boolean> => isUpToDate(db, migrationsIn(MIGRATIONS));

/**
 * Applies pending migrations, each in its own transaction with its journal row. Any number of processes may do so at
 * once, and one may be killed: the others wait for the lock and continue. Returns the number applied by this process. If
 * none is pending, a role that may only read the journal is enough. A newer schema stays as it is. Throws `MigrationError`
 * if this program may not run on a newer schema, if an applied migration was edited, or if a lock was not released for
 * 60 seconds.
 */
export async function migrate(db: Database, folder: string = MIGRATIONS): Promise<number> {
  const known = migrationsIn(folder);
  if (await isUpToDate(db, known)) return 0;
  await inTurn(db, createJournal);
  for (let applied = 0; ; applied++) {
    if (!(await inTurn(db, (tx) => applyNext(tx, known)))) return applied;
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
export async function migrateWithin(tx: Tx, folder: string, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  const known = migrationsIn(folder).filter(({ folderMillis }) => folderMillis <= upTo);
  await takeLock(tx);
  await createJournal(tx);
  while (await applyNext(tx, known));
}

/** Counts applied and pending migrations, without changing anything; without a journal all are pending. */
export async function migrationStatus(db: Database, folder: string = MIGRATIONS): Promise<MigrationStatus> {
  return compare(migrationsIn(folder), await readJournal(queryOf(db))).status;
}

/** The same, inside a transaction. */
export async function migrationStatusIn(tx: Tx, folder: string): Promise<MigrationStatus> {
  return compare(migrationsIn(folder), await readJournal(queryIn(tx))).status;
}

/** The files of applied migrations whose content has changed since. Changes nothing. */
export async function editedMigrations(
  db: Database,
  folder: string = MIGRATIONS,
): Promise<readonly string[]> {
  return compare(readMigrations(folder), await readJournal(queryOf(db))).edited;
}

const queryOf =
  (db: Database): RunQuery =>
  (text) =>
    db.query(text);

const queryIn =
  (tx: Tx): RunQuery =>
  async <Row>(text: string) =>
    (await tx.execute(sql.raw(text))).rows as Row[]; // the caller names the row that its own statement selects

/** The newest migration of this program, and the one that an older program must have to run beside it. */
export const programRange = (folder: string = MIGRATIONS) => rangeOf(migrationsIn(folder));

/** The address without Neon's pooler; any other address unchanged. */
export function directUrl(address: string): string {
  if (!hasNeonHost(address)) return address;
  const url = new URL(address);
  url.hostname = url.hostname.replace(/-pooler(?=\.)/, "");
  return url.href;
}

/** Reads the journal alone, so that the server may run with a role that cannot change the schema. */
async function isUpToDate(db: Database, known: readonly Migration[]): Promise<boolean> {
  const found = await readJournal(queryOf(db)).catch(orSentence(READ_SENTENCES));
  return found.length > 0 && compareOrThrow(known, found).next === undefined;
}

/** Runs `work` in a transaction that holds the lock of migrations. Tries again while a table that it changes is in use. */
async function inTurn<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const locked = async (tx: Tx) => {
    await takeLock(tx);
    return work(tx);
  };
  for (const end = performance.now() + LOCK_WAIT; ; await Bun.sleep(TABLE_WAIT * (0.5 + Math.random()))) {
    try {
      return await db.transaction(locked, { timeoutMs: 0 });
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || performance.now() > end) orSentence(SENTENCES)(error);
    }
  }
}

/** It ends with the transaction. */
async function takeLock(tx: Tx): Promise<void> {
  await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_WAIT}`));
  await tx.execute(sql.raw(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`));
  await tx.execute(sql.raw(`set local lock_timeout = ${TABLE_WAIT}`));
}

const READ_SENTENCES: Sentences = {
  "42501":
    "The role of DATABASE_URL needs the right to read drizzle.__drizzle_migrations: grant it usage on the schema drizzle and select on the table.",
};

const SENTENCES: Sentences = {
  "42501":
    "Migrations are pending, and the role of DATABASE_URL may not change the schema: run `rihla db migrate` with one that may.",
  [LOCK_NOT_AVAILABLE]:
    "Another process has been migrating the database, or using a table that a migration changes, for 60 seconds: try again later.",
};

/** By SQLSTATE. */
type Sentences = Readonly<Record<string, string>>;

const orSentence =
  (sentences: Sentences) =>
  (error: unknown): never => {
    const sentence = sentences[sqlState(error) ?? ""];
    throw sentence === undefined ? error : new MigrationError(sentence, { cause: error });
  };

/** Applies the next migration; false if none is left. The caller holds the lock. */
async function applyNext(tx: Tx, known: readonly Migration[]): Promise<boolean> {
  const { next } = compareOrThrow(known, await readJournal(queryIn(tx)));
  if (!next) return false;
  for (const statement of next.sql) await tx.execute(sql.raw(statement));
  await addToJournal(tx, next);
  return true;
}

function compareOrThrow(known: readonly Migration[], journal: readonly JournalRow[]) {
  const compared = compare(known, journal);
  if (!compared.status.compatible) {
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
