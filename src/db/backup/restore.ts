import { sql } from "drizzle-orm";
import type { Database, Queries, Tx } from "../client.ts";
import { sqlState } from "../errors.ts";
import { MIGRATIONS, type MigrationStatus, migrateWithin, migrationStatusIn } from "../migrate.ts";
import { inRolledBack } from "../transactions/rolled-back.ts";
import { EXCLUDED_TABLES, TEXT_FORMAT_SETTINGS, verifyBackup } from "./backup.ts";
import { BackupError, type Decode } from "./backup-file.ts";
import { foreignKeysOf, quoted, type TableInfo, type Trigger, tablesOf, triggersOf } from "./introspect.ts";
import type { TableHead, Tail } from "./lines.ts";
import { type Reading, readBackup, type StoreAttachment, type TakeRows } from "./reader.ts";

const LOCK_WAIT = "30s";

/** Tables that may have rows in an unused database. */
const INITIALLY_FILLED: readonly string[] = ["installation", ...EXCLUDED_TABLES];

/** Throws unless the database contains no user data. */
export async function requireEmpty(tx: Tx, refusal: () => Error): Promise<void> {
  if (!(await isEmpty(tx, await tablesOf(tx)))) throw refusal();
}

/** Whether the database contains no user data. */
export async function isEmpty(queries: Queries, tables: readonly TableInfo[]): Promise<boolean> {
  const used = tables.filter((table) => !INITIALLY_FILLED.includes(table.name));
  const any = used.map(({ name }) => `exists (select from ${quoted(name)})`).join(" or ");
  const { rows } = await queries.execute<{ used: boolean }>(sql.raw(`select ${any || "false"} as used`));
  return rows[0]?.used !== true;
}

type Rows = Tail["rows"];

/** Hooks in the transaction of the restore; an error in one rolls everything back. */
export interface RestoreSteps {
  /** Before any row is deleted; not called for a database without a schema. */
  readonly before?: (tx: Tx) => Promise<void>;
  /** At the end, in the schema of this program: derived tables are empty until then. */
  readonly after?: (tx: Tx) => Promise<void>;
  /** Tables whose rows are skipped, also if a backup of another version has them; by default what none has. */
  readonly excluded?: readonly string[];
  /**
   * Called once all rows are loaded, if the backup holds files, and returns what stores them: they stay if the transaction
   * is rolled back. Without it files are skipped.
   */
  readonly attachments?: (tx: Tx) => Promise<StoreAttachment>;
  /** The folder of migrations; by default that of the program. */
  readonly migrations?: string;
  /** Rolls everything back at the end. */
  readonly isTrial?: true;
}

/**
 * Replaces the content of the database with a backup, in one transaction, and deletes what a backup omits, such as
 * sessions. Throws `BackupError` before any change. The database user must own the tables. The schema must be up to date,
 * or there must be none: then it is made as the backup has it, and migrated once the rows are loaded. Returns the number
 * of rows of each table.
 */
export async function restoreBackup(
  db: Database,
  path: string,
  steps: RestoreSteps,
  decode?: Decode,
): Promise<Rows> {
  const { migrations: folder = MIGRATIONS, excluded = EXCLUDED_TABLES } = steps;
  const { migration } = await verifyBackup(path, decode, folder);
  const work = async (tx: Tx) => {
    await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`));
    const isNew = await hasNoSchema(tx, folder);
    if (isNew) await migrateWithin(tx, folder, migration);
    else await steps.before?.(tx);
    const tables = await tablesOf(tx);
    for (const setting of TEXT_FORMAT_SETTINGS) await tx.execute(sql.raw(setting));
    const reading: Reading = {
      table: loadInto(tx, tables, excluded),
      attachments: async () => (await steps.attachments?.(tx)) ?? (async () => {}),
    };
    const load = async () => {
      const names = tables.map(({ name }) => quoted(name)).join(", ");
      await tx.execute(sql.raw(`truncate ${names} restart identity`));
      return (await readBackup(reading, path, decode)).rows;
    };
    const rows = await withoutTriggersAndKeys(tx, load).catch(refuseRows);
    await compareCounts(tx, rows, excluded);
    if (isNew) await migrateWithin(tx, folder);
    await tx.execute(sql.raw("analyze")); // what follows reads tables that were empty a moment ago
    await steps.after?.(tx);
    return rows;
  };
  const open = <T>(each: (tx: Tx) => Promise<T>) => db.transaction(each, { timeoutMs: 0 });
  return steps.isTrial ? inRolledBack(open, work) : open(work);
}

/** Values that no column takes, rows without the ones that they refer to, a column that is named twice. */
const REFUSED_ROWS = /^(22|23|42701)/;

function refuseRows(error: unknown): never {
  if (!REFUSED_ROWS.test(sqlState(error) ?? "")) throw error;
  throw new BackupError("The backup holds rows that the database does not accept.");
}

/** Throws `BackupError` if there are tables of something else. */
async function hasNoSchema(tx: Tx, folder: string): Promise<boolean> {
  const { applied, newer }: MigrationStatus = await migrationStatusIn(tx, folder);
  if (applied + newer > 0) return false;
  if ((await tablesOf(tx)).length > 0)
    throw new BackupError("The database has tables of another program: restore into an empty one.");
  return true;
}

/**
 * Runs `work` with triggers disabled, including those of append-only tables, and without foreign keys, so that tables may be
 * in any order and reference themselves. Adding the keys again checks all rows at once, which a deferred key would do row by
 * row, from a list in memory.
 */
async function withoutTriggersAndKeys<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const triggers = await triggersOf(tx);
  const keys = await foreignKeysOf(tx);
  for (const { table, name } of triggers) await alter(tx, table, `disable trigger ${quoted(name)}`);
  for (const { table, name } of keys) await alter(tx, table, `drop constraint ${quoted(name)}`);
  const result = await work();
  for (const { table, name, definition } of keys)
    await alter(tx, table, `add constraint ${quoted(name)} ${definition}`);
  for (const each of triggers)
    await alter(tx, each.table, `${enableClause(each)} trigger ${quoted(each.name)}`);
  return result;
}

async function alter(tx: Tx, table: string, change: string): Promise<void> {
  await tx.execute(sql.raw(`alter table ${quoted(table)} ${change}`));
}

function enableClause({ enabled }: Trigger): string {
  if (enabled === "A") return "enable always";
  return enabled === "R" ? "enable replica" : "enable";
}

/** Skips the rows of `excluded` tables. */
function loadInto(tx: Tx, tables: readonly TableInfo[], excluded: readonly string[]) {
  return async ({ table: name, columns, sequences }: TableHead): Promise<TakeRows | null> => {
    if (excluded.includes(name)) return null;
    const table = tables.find((each) => each.name === name);
    const found = columns.map((column) => table?.columns.find((each) => each.name === column));
    if (!table || found.includes(undefined)) throw olderSchema();
    for (const { name: column, sequence } of table.columns) {
      const last = sequences[column];
      if (sequence === null || last === undefined) continue;
      await tx.execute(sql`select setval(${sequence}::text::regclass, ${last}::bigint)`);
    }
    const names = columns.map(quoted).join(", ");
    const values = found.map((column, index) => `(v->>${index})::${column?.type}`).join(", ");
    const insert = `insert into ${quoted(name)} (${names}) overriding system value select ${values}`;
    return async (rows) => {
      const page = `[${rows.join(",")}]`;
      await tx.execute(sql`${sql.raw(insert)} from jsonb_array_elements(${page}::jsonb) v`);
    };
  };
}

/** Throws `BackupError` if a table has another number of rows than expected. */
async function compareCounts(tx: Tx, expected: Rows, excluded: readonly string[]): Promise<void> {
  for (const [table, rows] of Object.entries(expected)) {
    if (excluded.includes(table)) continue;
    const counted = await tx.execute<{ count: number }>(
      sql.raw(`select count(*) as count from ${quoted(table)}`),
    );
    const count = counted.rows[0]?.count;
    if (count !== rows)
      throw new BackupError(`The backup says that ${table} has ${rows} rows, but ${count} were restored.`);
  }
}

const olderSchema = () =>
  new BackupError(
    "The backup is of an older schema: restore it with the version that made it, and migrate afterwards.",
  );
