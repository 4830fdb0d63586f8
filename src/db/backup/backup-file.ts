import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";

// The plain bytes of a backup are zstd: JSON lines in frames, and at the end a frame that every reader of zstd skips, which
// holds the SHA-256 of every byte before it. In the file they are encrypted (`core/crypto/backup-encryption.ts`).

const SKIPPED = Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0); // a skippable frame of 32 bytes (RFC 8878)
const CHECKSUM_LENGTH = SKIPPED.length + 32;
const CHUNK = 256 * 1_024; // bytes of text per frame

/** The file is not a backup of this program, is damaged, or has another version: one sentence. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

type Bytes = AsyncIterable<Uint8Array>;

/** Transforms the bytes of a backup for storage: encrypts them, or leaves them unchanged. */
export type Encode = (plain: Bytes) => Bytes;
/** Reads the plain bytes of a backup file. Throws if they cannot be decrypted. */
export type Decode = (path: string) => Bytes;

const plainBytes: Decode = (path) => createReadStream(path);

/** Writes lines into a new file at mode 0600. `finish` appends the checksum and waits for the disk. */
export async function createBackupFile(path: string, encode: Encode = (plain) => plain) {
  const file = await open(path, "wx", 0o600);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const written = writeAll(encode(readable), (bytes) => file.writeFile(bytes));
  written.catch(() => writer.abort()).catch(() => {}); // unblocks a pending write
  const push = (bytes: Uint8Array) => writer.write(bytes).catch(() => written); // `written` has the actual error
  const hash = new Bun.CryptoHasher("sha256");
  let pending = "";
  const write = async (bytes: Uint8Array) => {
    hash.update(bytes);
    await push(bytes);
  };
  const flush = async () => {
    const text = pending;
    pending = "";
    if (text !== "") await write(await Bun.zstdCompress(text));
  };
  return {
    async line(text: string): Promise<void> {
      pending += `${text}\n`;
      if (pending.length >= CHUNK) await flush();
    },
    async finish(): Promise<void> {
      await flush();
      await push(checksumFrame(hash));
      await writer.close();
      await written;
      await file.sync();
    },
    async close(): Promise<void> {
      await writer.abort().catch(() => {}); // does nothing once it is finished
      await written.catch(() => {});
      await file.close();
    },
  };
}

async function writeAll(bytes: Bytes, write: (part: Uint8Array) => Promise<void>): Promise<void> {
  for await (const part of bytes) await write(part);
}

const checksumFrame = (hash: Bun.CryptoHasher): Buffer => Buffer.concat([SKIPPED, hash.digest()]);

/** Throws `BackupError` if the file differs from what was written. */
export async function verifyChecksum(path: string, decode: Decode = plainBytes): Promise<void> {
  const hash = new Bun.CryptoHasher("sha256");
  let held = Buffer.alloc(0); // what may be the checksum, which is not known before the end
  let size = 0;
  for await (const part of decode(path)) {
    const all = Buffer.concat([held, part]);
    const body = Math.max(0, all.length - CHECKSUM_LENGTH);
    hash.update(all.subarray(0, body));
    held = all.subarray(body);
    size += body;
  }
  if (size === 0 || !held.equals(checksumFrame(hash))) throw damaged(path);
}

export const damaged = (path: string) =>
  new BackupError(`${path} is not a whole backup: it was cut off or altered, or is another kind of file.`);

const MAX_LINE = 2 ** 26; // characters; the largest row of the product has a few million

/** The lines of a backup, one at a time. Throws `BackupError` if the bytes are not lines of text. */
export async function* linesOf(path: string, decode: Decode = plainBytes): AsyncGenerator<string> {
  const text = createZstdDecompress();
  pipeline(Readable.from(decode(path)), text).catch(() => {}); // reading `text` throws the same error
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  try {
    for await (const part of text) {
      const [first = "", ...more] = decoder.decode(part as Uint8Array, { stream: true }).split("\n");
      if (rest.length + first.length > MAX_LINE) throw damaged(path); // a few bytes can unpack to any number
      const pieces = [rest + first, ...more];
      rest = pieces.pop() ?? "";
      yield* pieces;
    }
  } catch (error) {
    throw isMalformed(error) ? damaged(path) : error;
  }
}

/** Bytes that cannot be unpacked, or are not UTF-8. */
const isMalformed = (error: unknown): boolean =>
  /^(ZSTD_|Z_|ERR_ENCODING_)/.test(String((error as NodeJS.ErrnoException).code));
