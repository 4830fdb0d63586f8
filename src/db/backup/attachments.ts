import type { Tx } from "../client.ts";
import { BackupError } from "./backup-file.ts";
import type { AttachmentCounts, AttachmentHead } from "./lines.ts";

/** Files outside of the database that rows refer to, such as evidence. A backup may hold their stored bytes. */
export interface Attachments {
  /** The names that the rows of this snapshot refer to. */
  names(tx: Tx): Promise<readonly string[]>;
  /** Null if the file has been deleted since the snapshot. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
}

/** Memory does not grow with the size of a file. */
export async function writeAttachments(
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

/** Stores the bytes of a file of a backup. The name is the one in the backup: check it before it becomes a path. */
export type StoreAttachment = (name: string, bytes: Uint8Array) => Promise<void>;

const MAX_BYTES = 11 * 2 ** 20; // an evidence file has at most 10 MiB before it is encrypted

/** Reads the files of a backup, line by line. */
export class AttachmentReader {
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
