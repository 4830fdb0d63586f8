import { randomBytes, scrypt } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { BackupError, damaged } from "../../db/backup/backup-file.ts";
import { DecryptionError } from "./encrypted-stream.ts";
import type { Encryption } from "./encryption.ts";

// An encrypted backup is two lines of text (a mark, and how to find the key), the encrypted bytes, and at the end the
// SHA-256 of all before it, so that a damaged copy is noticed without the key.

type Bytes = AsyncIterable<Uint8Array>;

const MARK = "rihla-encrypted-backup 1\n";
const HEAD_MAX = 512; // bytes
const SUM_BYTES = 32;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }; // OWASP's parameters: 128 MiB

const head = z.object({
  /** Of the passphrase; null if the key comes from SECRET_KEY. */
  salt: z.string().nullable(),
  /** Tells a wrong key from an altered file. */
  check: z.string(),
});
type Head = z.output<typeof head>;

export interface EncryptedBackup extends Head {
  /** Both lines, which every encrypted chunk is bound to. */
  readonly text: string;
}

/** What a passphrase gives for one backup: the input of `createEncryption`. */
export async function passphraseKey(passphrase: string, salt: string): Promise<string> {
  const derive = promisify<string, string, number, typeof SCRYPT, Buffer>(scrypt);
  return (await derive(passphrase.normalize("NFC"), salt, KEY_BYTES, SCRYPT)).toString("base64url");
}

export const newSalt = (): string => randomBytes(SALT_BYTES).toString("base64url");

const checkOf = (encryption: Encryption): string => encryption.keyedHash("backup", "check");

export async function* encryptBackup(
  encryption: Encryption,
  salt: string | null,
  plain: Bytes,
): AsyncGenerator<Uint8Array> {
  const text = `${MARK}${JSON.stringify({ salt, check: checkOf(encryption) } satisfies Head)}\n`;
  const hash = new Bun.CryptoHasher("sha256").update(text);
  yield Buffer.from(text);
  for await (const part of encryption.encryptStream("backup", text, plain)) {
    hash.update(part);
    yield part;
  }
  yield hash.digest();
}

/** Null if the file is not an encrypted backup: older ones are not encrypted. */
export async function encryptedBackupAt(path: string): Promise<EncryptedBackup | null> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_MAX), 0, HEAD_MAX, 0);
  await file.close();
  const start = buffer.toString("utf8", 0, bytesRead);
  if (!start.startsWith(MARK)) return null;
  const end = start.indexOf("\n", MARK.length);
  try {
    return { ...head.parse(JSON.parse(start.slice(MARK.length, end))), text: start.slice(0, end + 1) };
  } catch {
    throw damaged(path);
  }
}

export const isKeyOf = ({ check }: EncryptedBackup, encryption: Encryption): boolean =>
  check === checkOf(encryption);

/** The plain bytes. Throws `BackupError` before it yields a byte that was not written with this key. */
export async function* decryptBackup(
  path: string,
  { text }: EncryptedBackup,
  encryption: Encryption,
): AsyncGenerator<Uint8Array> {
  const end = Bun.file(path).size - SUM_BYTES - 1;
  const encrypted = createReadStream(path, { start: Buffer.byteLength(text), end });
  try {
    yield* encryption.decryptStream("backup", text, encrypted);
  } catch (error) {
    throw error instanceof DecryptionError ? damaged(path) : error;
  }
}

/** Throws `BackupError` if the file is not what was written. Needs no key, so whoever altered it may have hidden that. */
export async function verifySum(path: string): Promise<void> {
  const body = Bun.file(path).size - SUM_BYTES;
  if (body <= MARK.length) throw damaged(path);
  const hash = new Bun.CryptoHasher("sha256");
  for await (const part of createReadStream(path, { end: body - 1 })) hash.update(part as Uint8Array);
  const sum = await Bun.file(path).slice(body).bytes();
  if (!hash.digest().equals(Buffer.from(sum))) throw damaged(path);
}

export const wrongPassphrase = () =>
  new BackupError("This is not the passphrase that the backup was made with.");
