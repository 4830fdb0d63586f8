import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const VERSION = 1;
const PREFIX_BYTES = 7;
const HEADER_BYTES = 1 + PREFIX_BYTES;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1_024;

/** The encrypted bytes were altered, truncated or reordered, or belong to other associated data or another key. */
export class DecryptionError extends Error {
  override readonly name = "DecryptionError";
}

/**
 * Encrypts a stream in chunks (the STREAM construction): a version, seven random bytes, then chunks of 64 KiB with a
 * tag each. A chunk's nonce holds its number and whether it is the last, so that none can be omitted, moved or cut off.
 * `associatedData` is authenticated with every chunk and names table, column and row.
 */
export async function* encryptStream(
  key: Buffer,
  associatedData: string,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const prefix = randomBytes(PREFIX_BYTES);
  yield Buffer.concat([Buffer.of(VERSION), prefix]);
  for await (const { chunk, number, last } of chunksOf(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(prefix, number, last)).setAAD(
      Buffer.from(associatedData),
    );
    yield cipher.update(chunk);
    cipher.final(); // returns nothing in this mode
    yield cipher.getAuthTag();
  }
}

/**
 * The plain bytes, decrypted with whichever of the keys matches. Each chunk is yielded only after its tag has been verified.
 * Throws `DecryptionError`.
 */
export async function* decryptStream(
  keys: readonly Buffer[],
  associatedData: string,
  encrypted: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let prefix: Buffer | undefined;
  let candidates = keys;
  for await (const { chunk, number, last } of chunksOf(encrypted, CHUNK_BYTES + TAG_BYTES, HEADER_BYTES)) {
    if (prefix === undefined) {
      if (chunk[0] !== VERSION || chunk.length < HEADER_BYTES)
        throw new DecryptionError("not an encrypted file");
      prefix = Buffer.from(chunk.subarray(1));
      continue;
    }
    const { key, plain } = decryptChunk(candidates, associatedData, nonceOf(prefix, number - 1, last), chunk);
    candidates = [key]; // the first chunk shows which key it is
    yield plain;
  }
}

function decryptChunk(keys: readonly Buffer[], associatedData: string, nonce: Buffer, chunk: Buffer) {
  if (chunk.length < TAG_BYTES) throw new DecryptionError("an encrypted file was truncated");
  for (const key of keys) {
    const plain = decryptChunkWith(key, associatedData, nonce, chunk);
    if (plain !== null) return { key, plain };
  }
  throw new DecryptionError("an encrypted file does not decrypt");
}

/** Null if the tag does not match. */
function decryptChunkWith(key: Buffer, associatedData: string, nonce: Buffer, chunk: Buffer): Buffer | null {
  const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(associatedData));
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(chunk.subarray(0, -TAG_BYTES));
    decipher.final(); // throws if the tag does not match
    return plain;
  } catch {
    return null;
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

/** The same bytes in chunks of `size`, the first of `first` bytes; at least one chunk. */
async function* chunksOf(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  first = size,
): AsyncGenerator<Chunk> {
  let held: Buffer[] = [];
  let length = 0;
  let number = 0;
  for await (const part of bytes) {
    if (part.byteLength > 0 && held.length > 0 && length === (number === 0 ? first : size)) {
      yield { chunk: concat(held), number, last: false }; // without a copy of what follows
      held = [];
      length = 0;
      number += 1;
    }
    held.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    length += part.byteLength;
    let wanted = number === 0 ? first : size;
    if (length <= wanted) continue; // whether it is the last is known only once there is more
    const all = concat(held);
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
  yield { chunk: concat(held), number, last: true };
}

/** Does not copy a single part. */
const concat = (parts: readonly Buffer[]): Buffer =>
  parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
