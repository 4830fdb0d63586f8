import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { release } from "../../../core/files/release.ts";

const CIPHER = "aes-256-ctr";
const CHUNK = 64 * 1_024; // bytes

/** A file on disk for the duration of a call, encrypted with a key that never leaves this process. */
export interface EncryptedTempFile {
  /** In bytes. */
  readonly size: number;
  /** Decrypts all of it into the start of a buffer, which must be large enough. */
  readInto(buffer: Buffer): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Writes the bytes as they arrive, so that a slow sender costs no memory; what a crash leaves behind is unreadable.
 * The parts must not be used afterwards: their memory is freed.
 */
export async function writeEncryptedTempFile(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
): Promise<EncryptedTempFile> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "wx+", 0o600);
  const remove = async () => {
    await file.close();
    await rm(path, { force: true });
  };
  const [key, nonce] = [randomBytes(32), randomBytes(16)];
  try {
    const size = await writeAll(file, bytes, createCipheriv(CIPHER, key, nonce));
    const readInto = (buffer: Buffer) => readAll(file, size, createDecipheriv(CIPHER, key, nonce), buffer);
    return { size, readInto, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeAll(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  cipher: ReturnType<typeof createCipheriv>,
): Promise<number> {
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    const encrypted = cipher.update(part);
    release(part);
    await file.write(encrypted);
    release(encrypted);
  }
  return size;
}

async function readAll(
  file: FileHandle,
  size: number,
  decipher: ReturnType<typeof createDecipheriv>,
  buffer: Buffer,
): Promise<void> {
  const chunk = Buffer.alloc(CHUNK);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK, at);
    if (bytesRead === 0) throw new Error("a spooled file was truncated");
    const plain = decipher.update(chunk.subarray(0, bytesRead));
    plain.copy(buffer, at);
    release(plain);
    at += bytesRead;
  }
}
