import { sql } from "drizzle-orm";
import type { Tx } from "../client.ts";
import { AttachmentReader, type StoreAttachment } from "./attachments.ts";
import { BackupError } from "./backup-file.ts";
import { quoted, type TableInfo } from "./introspect.ts";
import { type AttachmentHead, parseLine, type TableHead, type Tail } from "./lines.ts";

const PAGE_TEXT = 1_000_000; // characters

/** Loads the lines of a backup in order. */
export class Loader {
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
