import type { Tx } from "../client.ts";

/** Files outside of the database that rows refer to, such as evidence. A backup may hold their stored bytes. */
export interface Attachments {
  /** The names that the rows of this snapshot refer to. */
  names(tx: Tx): Promise<readonly string[]>;
  /** Null if the file has been deleted since the snapshot. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
}

export interface AttachmentCounts {
  readonly stored: number;
  /** Files that rows of the backup refer to, but that could not be found. */
  readonly missing: number;
}

/** The line before the bytes of a file, which follow as texts in base64. */
export interface AttachmentHead {
  readonly attachment: string;
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

/** Stores the bytes of a file of a backup; a file has at most 10 MiB. */
export type StoreAttachment = (name: string, bytes: Uint8Array) => Promise<void>;

/** Reads the files of a backup, line by line. */
export class AttachmentReader {
  #name: string | undefined;
  #parts: Buffer[] = [];
  #count = 0;

  constructor(readonly store: StoreAttachment) {}

  async begin({ attachment }: AttachmentHead): Promise<void> {
    await this.finish();
    this.#name = attachment;
  }

  part(line: string): void {
    this.#parts.push(Buffer.from(line.slice(1, -1), "base64"));
  }

  /** Returns the number of files so far. */
  async finish(): Promise<number> {
    if (this.#name !== undefined) {
      await this.store(this.#name, Buffer.concat(this.#parts));
      this.#count += 1;
    }
    this.#name = undefined;
    this.#parts = [];
    return this.#count;
  }
}
