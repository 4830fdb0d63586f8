import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const VERSION = 1;
const PREFIX_BYTES = 7;
const HEADER_BYTES = 1 + PREFIX_BYTES;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1_024;

/** Sealed bytes that were altered, cut, put in another order or opened at another place or with another key. */
export class DecryptionError extends Error {
  override readonly name = "NotOurSeal";
}

/**
 * Bytes sealed as they pass, in chunks that are each whole or nothing (the STREAM construction): a version, seven
 * random bytes, then chunks of 64 KiB with a tag each. A chunk's nonce holds its number and whether it is the last,
 * so that none can be left out, moved or cut off. `place` is bound in: table, column and row.
 */
export async function* encryptStream(
  key: Buffer,
  place: string,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const prefix = randomBytes(PREFIX_BYTES);
  yield Buffer.concat([Buffer.of(VERSION), prefix]);
  for await (const { chunk, number, last } of chunksOf(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(prefix, number, last)).setAAD(Buffer.from(place));
    yield cipher.update(chunk);
    cipher.final(); // gives nothing in this mode
    yield cipher.getAuthTag();
  }
}

/** The plain bytes; each is given out only after its chunk has proved right. Throws `NotOurSeal`. */
export async function* decryptStream(
  key: Buffer,
  place: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let prefix: Buffer | undefined;
  for await (const { chunk, number, last } of chunksOf(sealed, CHUNK_BYTES + TAG_BYTES, HEADER_BYTES)) {
    if (prefix === undefined) {
      if (chunk[0] !== VERSION || chunk.length < HEADER_BYTES) throw new DecryptionError("not a sealed file");
      prefix = Buffer.from(chunk.subarray(1));
      continue;
    }
    yield opened(key, place, nonceOf(prefix, number - 1, last), chunk);
  }
}

function opened(key: Buffer, place: string, nonce: Buffer, chunk: Buffer): Buffer {
  if (chunk.length < TAG_BYTES) throw new DecryptionError("a sealed file was cut");
  const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place));
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(chunk.subarray(0, -TAG_BYTES));
    decipher.final(); // throws where a byte is wrong, and gives nothing
    return plain;
  } catch (cause) {
    throw new DecryptionError("a sealed file does not open", { cause });
  }
}

function nonceOf(prefix: Buffer, number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(PREFIX_BYTES + 5);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, PREFIX_BYTES);
  nonce[PREFIX_BYTES + 4] = last ? 1 : 0;
  return nonce;
}

interface Chunk {
  readonly chunk: Buffer;
  readonly number: number;
  readonly last: boolean;
}

/** The same bytes in pieces of one size, the first of `first` bytes where that is said, and at least one piece. */
async function* chunksOf(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  first = size,
): AsyncGenerator<Chunk> {
  let held: Buffer[] = [];
  let length = 0;
  let number = 0;
  for await (const part of bytes) {
    held.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    length += part.byteLength;
    let wanted = number === 0 ? first : size;
    if (length <= wanted) continue; // whether it is the last is known only once there is more
    const all = joined(held);
    let start = 0;
    while (all.length - start > wanted) {
      yield { chunk: all.subarray(start, start + wanted), number, last: false };
      start += wanted;
      number += 1;
      wanted = size;
    }
    held = [all.subarray(start)];
    length = all.length - start;
  }
  yield { chunk: joined(held), number, last: true };
}

/** Without a copy where there is nothing to join. */
const joined = (parts: readonly Buffer[]): Buffer =>
  parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
