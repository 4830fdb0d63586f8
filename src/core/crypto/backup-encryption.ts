import { randomBytes, scrypt } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { BackupError, damaged } from "../../db/backup/backup-file.ts";
import { DecryptionError } from "./encrypted-stream.ts";
import type { Encryption } from "./encryption.ts";

// An encrypted backup is a header of two lines (a magic line, and JSON that identifies the key), the encrypted bytes,
// and the SHA-256 of everything before it, by which damage is detected without the key.

type Bytes = AsyncIterable<Uint8Array>;

const MAGIC = "rihla-encrypted-backup 1\n";
const HEADER_MAX = 512; // bytes
const BEGINNING = 256 * 1_024; // more than the header and a chunk
const CHECKSUM_BYTES = 32;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }; // OWASP's parameters: 128 MiB

const header = z.object({
  /** The salt of the passphrase; null if the key comes from SECRET_KEY. */
  salt: z.string().nullable(),
  /** A keyed hash of a constant, which tells a wrong key from an altered file. */
  check: z.string(),
});
type Header = z.output<typeof header>;

export interface EncryptedBackup extends Header {
  /** The header as stored, which is associated data of every encrypted chunk. */
  readonly text: string;
}

/** Derives the key of one backup from a passphrase, for `createEncryption`. Slow and memory-hard (scrypt). */
export async function derivePassphraseKey(passphrase: string, salt: string): Promise<string> {
  const derive = promisify<string, string, number, typeof SCRYPT, Buffer>(scrypt);
  return (await derive(passphrase.normalize("NFC"), salt, KEY_BYTES, SCRYPT)).toString("base64url");
}

export const newSalt = (): string => randomBytes(SALT_BYTES).toString("base64url");

const checkOf = (encryption: Encryption): string => encryption.keyedHash("backup", "check");

/** Encrypts a backup with a SECRET_KEY (`salt` is null) or a passphrase's key. */
export async function* encryptBackup(
  encryption: Encryption,
  salt: string | null,
  plain: Bytes,
): AsyncGenerator<Uint8Array> {
  const text = `${MAGIC}${JSON.stringify({ salt, check: checkOf(encryption) } satisfies Header)}\n`;
  const hash = new Bun.CryptoHasher("sha256").update(text);
  yield Buffer.from(text);
  for await (const part of encryption.encryptStream("backup", text, plain)) {
    hash.update(part);
    yield part;
  }
  yield hash.digest();
}

/** Reads the header. Null if the file is not an encrypted backup. Throws `BackupError` on a damaged header. */
export async function readEncryptedBackup(path: string): Promise<EncryptedBackup | null> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_MAX), 0, HEADER_MAX, 0);
  await file.close();
  return headerIn(buffer.subarray(0, bytesRead), path);
}

function headerIn(bytes: Buffer, path: string): EncryptedBackup | null {
  const start = bytes.toString("utf8", 0, HEADER_MAX);
  if (!start.startsWith(MAGIC)) return null;
  const end = start.indexOf("\n", MAGIC.length);
  try {
    return { ...header.parse(JSON.parse(start.slice(MAGIC.length, end))), text: start.slice(0, end + 1) };
  } catch {
    throw damaged(path);
  }
}

/**
 * Whether a stored backup of `size` bytes begins as one of ours: decrypts its first chunk, not the rest. `keyOf` gives the
 * encryption for the salt of a passphrase, or null if it is not known; the result is then false. Throws `BackupError`.
 */
export async function verifyBeginning(
  name: string,
  size: number,
  bytes: Bytes,
  keyOf: (salt: string | null) => Promise<Encryption | null>,
): Promise<boolean> {
  const start = await firstBytes(bytes, Math.min(size - CHECKSUM_BYTES, BEGINNING));
  const backup = headerIn(start, name);
  if (backup === null) throw damaged(name);
  const encryption = await keyOf(backup.salt);
  if (encryption === null) return false;
  if (!isKeyOf(backup, encryption)) throw new BackupError("It was made with another key.");
  const body = start.subarray(Buffer.byteLength(backup.text));
  try {
    await encryption.decryptStream("backup", backup.text, oncePart(body)).next();
  } catch (error) {
    throw error instanceof DecryptionError ? damaged(name) : error;
  }
  return true;
}

async function* oncePart(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part;
}

async function firstBytes(bytes: Bytes, count: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let read = 0;
  for await (const part of bytes) {
    parts.push(part);
    read += part.length;
    if (read >= count) break;
  }
  return Buffer.concat(parts).subarray(0, Math.max(0, count));
}

/** Whether the backup was encrypted with this key. */
export const isKeyOf = ({ check }: EncryptedBackup, encryption: Encryption): boolean =>
  encryption.keyedHashes("backup", "check").includes(check);

/** The decrypted bytes. Throws `BackupError` before it yields a byte that this key did not encrypt. */
export async function* decryptBackup(
  path: string,
  { text }: EncryptedBackup,
  encryption: Encryption,
): AsyncGenerator<Uint8Array> {
  const end = Bun.file(path).size - CHECKSUM_BYTES - 1;
  const encrypted = createReadStream(path, { start: Buffer.byteLength(text), end });
  try {
    yield* encryption.decryptStream("backup", text, encrypted);
  } catch (error) {
    throw error instanceof DecryptionError ? damaged(path) : error;
  }
}

/**
 * Throws `BackupError` if the file is damaged. Needs no key, so it does not detect tampering: an attacker can update the
 * checksum. `decryptBackup` does.
 */
export async function verifyEncryptedChecksum(path: string): Promise<void> {
  const body = Bun.file(path).size - CHECKSUM_BYTES;
  if (body <= MAGIC.length) throw damaged(path);
  const hash = new Bun.CryptoHasher("sha256");
  for await (const part of createReadStream(path, { end: body - 1 })) hash.update(part as Uint8Array);
  const sum = await Bun.file(path).slice(body).bytes();
  if (!hash.digest().equals(Buffer.from(sum))) throw damaged(path);
}

export const wrongPassphrase = () =>
  new BackupError("This is not the passphrase that the backup was made with.");
