import { sql } from "drizzle-orm";
import type { Database, Queries, Tx } from "../client.ts";
import { EXCLUDED_TABLES, type TableHead, type Tail, TEXT_FORMAT_SETTINGS, verifyBackup } from "./backup.ts";
import { BackupError, type Decode, linesOf } from "./backup-file.ts";
import {
  type ForeignKey,
  foreignKeysOf,
  quoted,
  type TableInfo,
  type Trigger,
  tablesOf,
  triggersOf,
} from "./introspect.ts";

const PAGE_TEXT = 1_000_000; // characters
const LOCK_WAIT = "30s";

/** Tables that may have rows in an unused database. */
const INITIALLY_FILLED: readonly string[] = ["installation", ...EXCLUDED_TABLES];

/** Tables that a later migration dropped: their rows in an older backup are skipped. */
const DROPPED_TABLES: readonly string[] = ["sandbox_switches"];

/** Columns that marked deleted rows until a migration moved those to the trash: marked rows of an older backup are skipped. */
const DROPPED_MARKS: ReadonlyMap<string, string> = new Map([
  ["partnership_inquiries", "deleted_at"],
  ["waitlist_signups", "deleted_at"],
  ["place_reports", "deleted_at"],
]);

/** Whether the database contains no user data. */
export async function isEmpty(queries: Queries, tables: readonly TableInfo[]): Promise<boolean> {
  const used = tables.filter((table) => !INITIALLY_FILLED.includes(table.name));
  const any = used.map(({ name }) => `exists (select from ${quoted(name)})`).join(" or ");
  const { rows } = await queries.execute<{ used: boolean }>(sql.raw(`select ${any || "false"} as used`));
  return rows[0]?.used !== true;
}

/** Hooks in the transaction of the restore; an error in one rolls everything back. */
export interface RestoreSteps {
  /** Before any row is deleted. */
  readonly before: (tx: Tx, tables: readonly TableInfo[]) => Promise<void>;
  /** After all rows are loaded. */
  readonly after: (tx: Tx, madeAt: Date) => Promise<void>;
}

/**
 * Replaces the content of the database with a backup, in one transaction, and deletes what a backup omits, such as
 * sessions. Throws `BackupError` before any change. The schema must be up to date, and the database user must own the
 * tables. Returns the number of rows of each table.
 */
export async function restoreBackup(
  db: Database,
  path: string,
  steps: RestoreSteps,
  decode?: Decode,
): Promise<Tail["rows"]> {
  const { madeAt } = await verifyBackup(path, decode);
  return db.transaction(
    async (tx) => {
      const tables = await tablesOf(tx);
      await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`));
      await steps.before(tx, tables);
      for (const setting of TEXT_FORMAT_SETTINGS) await tx.execute(sql.raw(setting));
      const rows = await withConstraintsDeferred(tx, () => replaceAll(tx, tables, linesOf(path, decode)));
      await steps.after(tx, madeAt);
      return rows;
    },
    { timeoutMs: 0 },
  );
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
  tx: Tx,
  tables: readonly TableInfo[],
  lines: AsyncIterable<string>,
): Promise<Tail["rows"]> {
  await tx.execute(sql.raw(`truncate ${tables.map(({ name }) => quoted(name)).join(", ")} restart identity`));
  const loader = new Loader(tx, tables);
  for await (const line of lines) await loader.take(line);
  return loader.finish();
}

/** Loads the lines of a backup in order. */
class Loader {
  readonly #counts: Record<string, number> = {};
  #tail: Tail | undefined;
  /** `insert` is null for a dropped table; `where` selects the rows that are loaded. */
  #table: { readonly name: string; readonly insert: string | null; readonly where: string } | undefined;
  #page: string[] = [];
  #pageText = 0;

  constructor(
    readonly tx: Tx,
    readonly tables: readonly TableInfo[],
  ) {}

  async take(line: string): Promise<void> {
    if (line.startsWith("[")) return this.#row(line);
    await this.#flush();
    const parsed = JSON.parse(line) as Partial<TableHead & Tail>;
    if (parsed.table !== undefined) await this.#begin(parsed as TableHead);
    else if (parsed.rows !== undefined) this.#tail = parsed as Tail;
  }

  async finish(): Promise<Tail["rows"]> {
    await this.#flush();
    if (!this.#tail || !Bun.deepEquals(this.#tail.rows, this.#counts)) {
      throw new BackupError("The backup holds other rows than it says.");
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
    const { name, insert, where } = this.#table;
    if (insert !== null) {
      await this.tx.execute(
        sql`${sql.raw(insert)} from jsonb_array_elements(${`[${this.#page.join(",")}]`}::jsonb) v where ${sql.raw(where)}`,
      );
    }
    this.#counts[name] = (this.#counts[name] ?? 0) + this.#page.length;
    this.#page = [];
    this.#pageText = 0;
  }

  async #begin({ table: name, columns, sequences }: TableHead): Promise<void> {
    this.#counts[name] = 0;
    if (DROPPED_TABLES.includes(name)) {
      this.#table = { name, insert: null, where: "true" };
      return;
    }
    const table = this.tables.find((each) => each.name === name);
    const mark = columns.indexOf(DROPPED_MARKS.get(name) ?? "");
    const kept = columns.flatMap((column, index) => (index === mark ? [] : [{ column, index }]));
    const found = kept.map(({ column }) => table?.columns.find((each) => each.name === column));
    if (!table || found.includes(undefined)) throw olderSchema();
    const names = kept.map(({ column }) => quoted(column)).join(", ");
    const values = kept.map(({ index }, at) => `(v->>${index})::${found[at]?.type}`).join(", ");
    this.#table = {
      name,
      insert: `insert into ${quoted(name)} (${names}) overriding system value select ${values}`,
      where: mark === -1 ? "true" : `v->>${mark} is null`,
    };
    for (const { name: column, sequence } of table.columns) {
      const last = sequences[column];
      if (sequence === null || last === undefined) continue;
      await this.tx.execute(sql`select setval(${sequence}::text::regclass, ${last}::bigint)`);
    }
  }
}

const olderSchema = () =>
  new BackupError(
    "The backup is of an older schema: restore it with the version that made it, and migrate afterwards.",
  );
