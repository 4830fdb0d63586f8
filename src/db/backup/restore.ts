import { sql } from "drizzle-orm";
import type { Database, Queries, Tx } from "../client.ts";
import { sqlState } from "../errors.ts";
import { MIGRATIONS, type MigrationStatus, migrateWithin, migrationStatusIn } from "../migrate.ts";
import type { StoreAttachment } from "./attachments.ts";
import { AttachmentReader } from "./attachments.ts";
import { EXCLUDED_TABLES, verifyBackup } from "./backup.ts";
import { BackupError, type Decode, linesOf } from "./backup-file.ts";
import { TEXT_FORMAT_SETTINGS } from "./dump-tables.ts";
import {
  type ForeignKey,
  foreignKeysOf,
  quoted,
  type TableInfo,
  type Trigger,
  tablesOf,
  triggersOf,
} from "./introspect.ts";
import type { Tail } from "./lines.ts";
import { type AttachmentHead, parseLine, type TableHead } from "./lines.ts";

const LOCK_WAIT = "30s";

/** Tables that may have rows in an unused database. */
const INITIALLY_FILLED: readonly string[] = ["installation", ...EXCLUDED_TABLES];

/** Whether the database contains no user data. */
export async function isEmpty(queries: Queries, tables: readonly TableInfo[]): Promise<boolean> {
  const used = tables.filter((table) => !INITIALLY_FILLED.includes(table.name));
  const any = used.map(({ name }) => `exists (select from ${quoted(name)})`).join(" or ");
  const { rows } = await queries.execute<{ used: boolean }>(sql.raw(`select ${any || "false"} as used`));
  return rows[0]?.used !== true;
}

/** Hooks in the transaction of the restore; an error in one rolls everything back. */
export interface RestoreSteps {
  /** Before any row is deleted; not called for a database without a schema. */
  readonly before?: (tx: Tx, tables: readonly TableInfo[]) => Promise<void>;
  /** After all rows are loaded; in a database that had no schema, into the schema of the backup. */
  readonly loaded?: (tx: Tx, rows: Tail["rows"]) => Promise<void>;
  /** At the end, in the schema of this program. */
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
): Promise<Tail["rows"]> {
  const folder = steps.migrations ?? MIGRATIONS;
  const { migration } = await verifyBackup(path, decode, folder);
  return db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`));
      const isNew = await hasNoSchema(tx, folder);
      if (isNew) await migrateWithin(tx, folder, migration);
      const tables = await tablesOf(tx);
      if (!isNew) await steps.before?.(tx, tables);
      for (const setting of TEXT_FORMAT_SETTINGS) await tx.execute(sql.raw(setting));
      const skip: StoreAttachment = async () => {};
      const loader = new Loader(
        tx,
        tables,
        steps.excluded ?? EXCLUDED_TABLES,
        async () => (await steps.attachments?.(tx)) ?? skip,
      );
      const rows = await withConstraintsDeferred(tx, () =>
        replaceAll(loader, tables, linesOf(path, decode)),
      ).catch(refuseRows);
      await steps.loaded?.(tx, rows);
      if (isNew) await migrateWithin(tx, folder);
      await tx.execute(sql`select recount_signups()`); // its triggers were disabled
      await steps.after?.(tx);
      return rows;
    },
    { timeoutMs: 0 },
  );
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
 * Runs `work` with triggers disabled, including those of append-only tables, and with foreign keys deferred, so that
 * tables may be in any order and reference themselves.
 */
async function withConstraintsDeferred<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const triggers = await triggersOf(tx);
  const keys = await foreignKeysOf(tx);
  for (const each of triggers) await alter(tx, each.table, `disable trigger ${quoted(each.name)}`);
  for (const each of keys) {
    await alter(tx, each.table, `alter constraint ${quoted(each.name)} deferrable initially deferred`);
  }
  const result = await work();
  await tx.execute(sql.raw("set constraints all immediate"));
  for (const each of keys)
    await alter(tx, each.table, `alter constraint ${quoted(each.name)} ${deferralOf(each)}`);
  for (const each of triggers)
    await alter(tx, each.table, `${enableClause(each)} trigger ${quoted(each.name)}`);
  return result;
}

async function alter(tx: Tx, table: string, change: string): Promise<void> {
  await tx.execute(sql.raw(`alter table ${quoted(table)} ${change}`));
}

function deferralOf({ deferrable, deferred }: ForeignKey): string {
  if (!deferrable) return "not deferrable";
  return deferred ? "deferrable initially deferred" : "deferrable initially immediate";
}

function enableClause({ enabled }: Trigger): string {
  if (enabled === "A") return "enable always";
  return enabled === "R" ? "enable replica" : "enable";
}

async function replaceAll(
  loader: Loader,
  tables: readonly TableInfo[],
  lines: AsyncIterable<string>,
): Promise<Tail["rows"]> {
  const names = tables.map(({ name }) => quoted(name)).join(", ");
  await loader.tx.execute(sql.raw(`truncate ${names} restart identity`));
  for await (const line of lines) await loader.take(line);
  return loader.finish();
}

const PAGE_TEXT = 500_000; // characters, of which both threads of an embedded database hold some copies

/** Loads the lines of a backup in order. */
class Loader {
  readonly #counts: Record<string, number> = {};
  #tail: Tail | undefined;
  /** `insert` is null for a skipped table. */
  #table: { readonly name: string; readonly insert: string | null } | undefined;
  /** From the first file on, which comes after all rows. */
  #attachments: AttachmentReader | undefined;
  #page: string[] = [];
  #pageText = 0;

  /** Rows of `excluded` tables are skipped; `attachments` is called once all rows are loaded, if there are files. */
  constructor(
    readonly tx: Tx,
    readonly tables: readonly TableInfo[],
    readonly excluded: readonly string[],
    readonly attachments: () => Promise<StoreAttachment>,
  ) {}

  async take(text: string): Promise<void> {
    if (text.startsWith("[")) return this.#row(text);
    if (text.startsWith('"')) return this.#attachments?.part(text);
    await this.#flush();
    const line = parseLine(text);
    if ("table" in line) await this.#begin(line);
    else if ("attachment" in line) await this.#beginAttachment(line);
    else if ("rows" in line) this.#tail = line;
  }

  async finish(): Promise<Tail["rows"]> {
    await this.#flush();
    const attachments = await this.#attachments?.finish();
    const hasAll = (attachments ?? 0) === (this.#tail?.attachments?.stored ?? 0);
    if (!this.#tail || !hasAll || !Bun.deepEquals(this.#tail.rows, this.#counts)) {
      throw otherRows();
    }
    return this.#counts;
  }

  async #row(line: string): Promise<void> {
    this.#page.push(line);
    this.#pageText += line.length;
    if (this.#pageText >= PAGE_TEXT) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (!this.#table || this.#page.length === 0) return;
    const { name, insert } = this.#table;
    if (insert !== null) {
      await this.tx.execute(
        sql`${sql.raw(insert)} from jsonb_array_elements(${`[${this.#page.join(",")}]`}::jsonb) v`,
      );
    }
    this.#counts[name] = (this.#counts[name] ?? 0) + this.#page.length;
    this.#page = [];
    this.#pageText = 0;
  }

  async #beginAttachment(head: AttachmentHead): Promise<void> {
    this.#attachments ??= new AttachmentReader(await this.attachments());
    await this.#attachments.begin(head);
  }

  async #begin({ table: name, columns, sequences }: TableHead): Promise<void> {
    if (this.#attachments) throw otherRows(); // by which rows the files were accepted must not change
    this.#counts[name] = 0;
    if (this.excluded.includes(name)) {
      this.#table = { name, insert: null };
      return;
    }
    const table = this.tables.find((each) => each.name === name);
    const found = columns.map((column) => table?.columns.find((each) => each.name === column));
    if (!table || found.includes(undefined)) throw olderSchema();
    const names = columns.map(quoted).join(", ");
    const values = found.map((column, index) => `(v->>${index})::${column?.type}`).join(", ");
    this.#table = {
      name,
      insert: `insert into ${quoted(name)} (${names}) overriding system value select ${values}`,
    };
    for (const { name: column, sequence } of table.columns) {
      const last = sequences[column];
      if (sequence === null || last === undefined) continue;
      await this.tx.execute(sql`select setval(${sequence}::text::regclass, ${last}::bigint)`);
    }
  }
}

const otherRows = () => new BackupError("The backup holds other rows than it says.");
const olderSchema = () =>
  new BackupError(
    "The backup is of an older schema: restore it with the version that made it, and migrate afterwards.",
  );
