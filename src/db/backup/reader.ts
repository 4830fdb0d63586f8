import { BackupError, type Decode, linesOf } from "./backup-file.ts";
import { type AttachmentHead, type Head, parseLine, type TableHead, type Tail } from "./lines.ts";

const PAGE_TEXT = 200_000; // characters, of which both threads of an embedded database hold some copies

/** Takes some rows, each of which is a JSON array of texts. */
export type TakeRows = (lines: readonly string[]) => Promise<void>;

/** What becomes of the lines of a backup. */
export interface Reading {
  readonly head?: (head: Head) => void;
  /** Called before the rows of each table; null skips them. */
  readonly table: (head: TableHead) => Promise<TakeRows | null>;
  /** Called once all rows are read, if there are files. */
  readonly attachments: () => Promise<StoreAttachment>;
}

/** Reads a backup from its first line to its last. Throws `BackupError` if it does not hold what its last line says. */
export async function readBackup(reading: Reading, path: string, decode?: Decode): Promise<Tail> {
  const reader = new Reader(reading);
  for await (const line of linesOf(path, decode)) await reader.take(line);
  return reader.finish();
}

class Reader {
  readonly #counts: Record<string, number> = {};
  #tail: Tail | undefined;
  #table: { readonly name: string; readonly take: TakeRows | null } | undefined;
  /** From the first file on, which comes after all rows. */
  #attachments: AttachmentReader | undefined;
  #page: string[] = [];
  #pageText = 0;

  constructor(readonly reading: Reading) {}

  async take(text: string): Promise<void> {
    if (text.startsWith("[")) return this.#row(text);
    if (text.startsWith('"')) return this.#attachments?.part(text);
    await this.#flush();
    const line = parseLine(text);
    if ("table" in line) await this.#begin(line);
    else if ("attachment" in line) await this.#beginAttachment(line);
    else if ("rows" in line) this.#tail = line;
    else this.reading.head?.(line);
  }

  async finish(): Promise<Tail> {
    await this.#flush();
    const attachments = await this.#attachments?.finish();
    const hasAll = (attachments ?? 0) === (this.#tail?.attachments?.stored ?? 0);
    if (!this.#tail || !hasAll || !Bun.deepEquals(this.#tail.rows, this.#counts)) throw otherRows();
    return this.#tail;
  }

  async #row(line: string): Promise<void> {
    this.#page.push(line);
    this.#pageText += line.length;
    if (this.#pageText >= PAGE_TEXT) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (!this.#table || this.#page.length === 0) return;
    const { name, take } = this.#table;
    await take?.(this.#page);
    this.#counts[name] = (this.#counts[name] ?? 0) + this.#page.length;
    this.#page = [];
    this.#pageText = 0;
  }

  async #begin(head: TableHead): Promise<void> {
    if (this.#attachments) throw otherRows(); // by which rows the files were accepted must not change
    this.#counts[head.table] = 0;
    this.#table = { name: head.table, take: await this.reading.table(head) };
  }

  async #beginAttachment(head: AttachmentHead): Promise<void> {
    this.#attachments ??= new AttachmentReader(await this.reading.attachments());
    await this.#attachments.begin(head);
  }
}

const otherRows = () => new BackupError("The backup holds other rows than it says.");

/** Stores the bytes of a file of a backup. The name is the one in the backup: check it before it becomes a path. */
export type StoreAttachment = (name: string, bytes: Uint8Array) => Promise<void>;

const MAX_BYTES = 11 * 2 ** 20; // an evidence file has at most 10 MiB before it is encrypted

/** Reads the files of a backup, line by line. */
class AttachmentReader {
  #name: string | undefined;
  #parts: Buffer[] = [];
  #bytes = 0;
  #count = 0;

  constructor(readonly store: StoreAttachment) {}

  async begin({ attachment }: AttachmentHead): Promise<void> {
    await this.finish();
    this.#name = attachment;
  }

  /** Throws `BackupError` if the file is larger than any that is stored. */
  part(line: string): void {
    const part = Buffer.from(line.slice(1, -1), "base64");
    this.#bytes += part.length;
    if (this.#bytes > MAX_BYTES) throw new BackupError("The backup holds a file of more than 10 MiB.");
    this.#parts.push(part);
  }

  /** Returns the number of files so far. */
  async finish(): Promise<number> {
    if (this.#name !== undefined) {
      await this.store(this.#name, Buffer.concat(this.#parts));
      this.#count += 1;
    }
    this.#name = undefined;
    this.#parts = [];
    this.#bytes = 0;
    return this.#count;
  }
}
