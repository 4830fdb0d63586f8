import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { collectAfter } from "./upload-limits.ts";

const CIPHER = "aes-256-ctr";
const PORTION = 64 * 1_024; // bytes

/** A file on the disk for the length of a call, in a cipher whose key is in this process alone. */
export interface EncryptedTempFile {
  /** What was written, in bytes. */
  readonly size: number;
  /** Puts all of it, in the clear, into the front of a buffer that has room for it. */
  readInto(room: Buffer): Promise<void>;
  remove(): Promise<void>;
}

/** Writes the bytes as they come, so that a slow sender costs no memory. A killed process leaves what nobody can read. */
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
    const readInto = (room: Buffer) => readAll(file, size, createDecipheriv(CIPHER, key, nonce), room);
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
    await file.write(cipher.update(part));
    size += part.length;
    collectAfter(2 * part.length);
  }
  return size;
}

async function readAll(
  file: FileHandle,
  size: number,
  decipher: ReturnType<typeof createDecipheriv>,
  room: Buffer,
): Promise<void> {
  const portion = Buffer.alloc(PORTION);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(portion, 0, PORTION, at);
    if (bytesRead === 0) throw new Error("a spooled file was cut");
    decipher.update(portion.subarray(0, bytesRead)).copy(room, at);
    at += bytesRead;
    collectAfter(bytesRead);
  }
}
