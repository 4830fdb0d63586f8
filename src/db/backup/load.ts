import { sql } from "drizzle-orm";
import type { Tx } from "../client.ts";
import { type AttachmentHead, AttachmentReader, type StoreAttachment } from "./attachments.ts";
import type { TableHead, Tail } from "./backup.ts";
import { BackupError } from "./backup-file.ts";
import { quoted, type TableInfo } from "./introspect.ts";

const PAGE_TEXT = 1_000_000; // characters

/** Tables that a later migration dropped: their rows in an older backup are skipped. */
const DROPPED_TABLES: readonly string[] = ["sandbox_switches"];

/** Columns that marked deleted rows until a migration moved those to the trash: marked rows of an older backup are skipped. */
const DROPPED_MARKS: ReadonlyMap<string, string> = new Map([
  ["partnership_inquiries", "deleted_at"],
  ["waitlist_signups", "deleted_at"],
  ["place_reports", "deleted_at"],
]);

/** Loads the lines of a backup in order. */
export class Loader {
  readonly #counts: Record<string, number> = {};
  #tail: Tail | undefined;
  /** `insert` is null for a dropped table; `where` selects the rows that are loaded. */
  #table: { readonly name: string; readonly insert: string | null; readonly where: string } | undefined;
  readonly #attachments: AttachmentReader;
  #page: string[] = [];
  #pageText = 0;

  constructor(
    readonly tx: Tx,
    readonly tables: readonly TableInfo[],
    store: StoreAttachment = async () => {},
  ) {
    this.#attachments = new AttachmentReader(store);
  }

  async take(line: string): Promise<void> {
    if (line.startsWith("[")) return this.#row(line);
    if (line.startsWith('"')) return this.#attachments.part(line);
    await this.#flush();
    const parsed = JSON.parse(line) as Partial<TableHead & AttachmentHead & Tail>;
    if (parsed.table !== undefined) await this.#begin(parsed as TableHead);
    else if (parsed.attachment !== undefined) await this.#attachments.begin(parsed as AttachmentHead);
    else if (parsed.rows !== undefined) this.#tail = parsed as Tail;
  }

  async finish(): Promise<Tail["rows"]> {
    await this.#flush();
    const attachments = await this.#attachments.finish();
    const hasAll = attachments === (this.#tail?.attachments?.stored ?? 0);
    if (!this.#tail || !hasAll || !Bun.deepEquals(this.#tail.rows, this.#counts)) {
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
