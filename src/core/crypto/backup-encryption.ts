import { randomBytes, scrypt } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import {
  Decrypter,
  Encrypter,
  type Identity,
  identityToRecipient,
  type Recipient,
  Stanza,
} from "age-encryption";
import { BackupError, damaged } from "../../db/backup/backup-file.ts";
import type { Encryption } from "./encryption.ts";

// An encrypted backup is a file of age (https://age-encryption.org/v1): `age -d` opens it with the identity of SECRET_KEY,
// which `rihla backup key` prints, or with its passphrase.

type Bytes = AsyncIterable<Uint8Array>;

const MAGIC = "age-encryption.org/v1\n";
const HEADER_MAX = 1_024; // bytes; ours has about 200
const BEGINNING = 256 * 1_024; // more than the header and a chunk
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const LOG_N = 17;
const SCRYPT = { N: 2 ** LOG_N, r: 8, p: 1, maxmem: 2 ** 28 }; // OWASP's parameters: 128 MiB
const SCRYPT_LABEL = "age-encryption.org/v1/scrypt";

/** A key that scrypt derived from a passphrase and this salt; both in base64url. */
export interface PassphraseKey {
  readonly salt: string;
  readonly key: string;
}

/** What encrypts and opens a backup: a SECRET_KEY with its older ones, or a passphrase. */
export type BackupKey = Encryption | PassphraseKey;

export interface EncryptedBackup {
  /** The salt of the passphrase; null if the key comes from SECRET_KEY. */
  readonly salt: string | null;
  /** The beginning of the file, with the whole header. */
  readonly start: Uint8Array;
}

/** Derives the key of one backup from a passphrase. Slow and memory-hard (scrypt). */
export async function derivePassphraseKey(passphrase: string, salt: string): Promise<string> {
  const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);
  const labelled = Buffer.concat([Buffer.from(SCRYPT_LABEL), Buffer.from(salt, "base64url")]);
  return (await derive(passphrase.normalize("NFC"), labelled, KEY_BYTES, SCRYPT)).toString("base64url");
}

export const newSalt = (): string => randomBytes(SALT_BYTES).toString("base64url");

/** Encrypts a backup with a SECRET_KEY or a passphrase's key. */
export async function* encryptBackup(key: BackupKey, plain: Bytes): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(
    "salt" in key ? scryptRecipient(key) : await identityToRecipient(key.backupIdentities[0]),
  );
  yield* await encrypter.encrypt(streamOf(plain));
}

function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
  const parts = bytes[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

/** age's own recipient of a passphrase would block the process for the time of scrypt. */
const scryptRecipient = ({ salt, key }: PassphraseKey): Recipient => ({
  wrapFileKey(fileKey) {
    const body = cipherOf(key).encrypt(fileKey);
    return [
      new Stanza(
        ["scrypt", Buffer.from(salt, "base64url").toString("base64").replace(/=+$/, ""), String(LOG_N)],
        body,
      ),
    ];
  },
});

const scryptIdentity = ({ key }: PassphraseKey): Identity => ({
  unwrapFileKey(stanzas) {
    const stanza = scryptStanzaIn(stanzas);
    try {
      return stanza ? cipherOf(key).decrypt(stanza.body) : null;
    } catch {
      return null; // another passphrase
    }
  },
});

const scryptStanzaIn = (stanzas: readonly Stanza[]) => stanzas.find(({ args }) => args[0] === "scrypt");

/** With a nonce of zeros, because every file has a key of its own. */
const cipherOf = (key: string) => chacha20poly1305(Buffer.from(key, "base64url"), new Uint8Array(12));

function decrypterWith(key: BackupKey): Decrypter {
  const decrypter = new Decrypter();
  for (const each of "salt" in key ? [scryptIdentity(key)] : key.backupIdentities)
    decrypter.addIdentity(each);
  return decrypter;
}

/** The header in the first bytes of a stored backup. Null and throws as `readEncryptedBackup`. */
export const readStoredHeader = async (name: string, bytes: Bytes): Promise<EncryptedBackup | null> =>
  headerIn(await firstBytes(bytes, HEADER_MAX), name);

/** Reads the header. Null if the file is not an encrypted backup. Throws `BackupError` on a damaged header. */
export async function readEncryptedBackup(path: string): Promise<EncryptedBackup | null> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_MAX), 0, HEADER_MAX, 0);
  await file.close();
  return headerIn(buffer.subarray(0, bytesRead), path);
}

async function headerIn(start: Buffer, path: string): Promise<EncryptedBackup | null> {
  if (start.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
  let stanzas: readonly Stanza[] | undefined;
  await afterIdentities(new Decrypter(), start, (found) => {
    stanzas = found;
  });
  if (stanzas === undefined) throw damaged(path);
  const scrypted = scryptStanzaIn(stanzas);
  if (!scrypted) return { salt: null, start };
  const [, salt = "", logN] = scrypted.args;
  if (logN !== String(LOG_N)) throw damaged(path); // of another program
  return { salt: Buffer.from(salt, "base64").toString("base64url"), start };
}

/** Calls `seen` with the recipients in the header if none of the identities of `decrypter` is among them. */
async function afterIdentities(
  decrypter: Decrypter,
  start: Uint8Array,
  seen: (stanzas: readonly Stanza[]) => void,
): Promise<void> {
  const last: Identity = {
    unwrapFileKey(stanzas) {
      seen(stanzas);
      return null;
    },
  };
  decrypter.addIdentity(last);
  await decrypter.decryptHeader(start).catch(() => {}); // also of a damaged header, which the decryption refuses
}

/** Whether a backup that has no passphrase was encrypted with SECRET_KEY, with its predecessor, or with neither. */
export async function secretKeyOf({ start }: EncryptedBackup, { backupIdentities }: Encryption) {
  for (const [at, identity] of backupIdentities.entries()) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    let isKey = true;
    await afterIdentities(decrypter, start, () => {
      isKey = false;
    });
    if (isKey) return at === 0 ? ("present" as const) : ("old" as const);
  }
  return "other" as const;
}

/** Whether the backup was encrypted with this key. */
export async function isKeyOf({ start }: EncryptedBackup, key: BackupKey): Promise<boolean> {
  let isKey = true;
  await afterIdentities(decrypterWith(key), start, () => {
    isKey = false;
  });
  return isKey;
}

/** The decrypted bytes. Throws `BackupError` before it yields a byte that this key did not encrypt. */
export async function* decryptBackup(path: string, key: BackupKey): AsyncGenerator<Uint8Array> {
  try {
    yield* await decrypterWith(key).decrypt(streamOf(createReadStream(path))); // in parts of 64 KiB: each holds the event loop
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined ? damaged(path) : error;
  }
}

/**
 * Whether a stored backup of `size` bytes begins as one of ours: decrypts its first chunk, not the rest. `keyOf` gives the
 * key for the salt of a passphrase, or null if it is not known; the result is then false. Throws `BackupError`.
 */
export async function verifyBeginning(
  name: string,
  size: number,
  bytes: Bytes,
  keyOf: (salt: string | null) => Promise<BackupKey | null>,
): Promise<boolean> {
  const start = await firstBytes(bytes, Math.min(size, BEGINNING));
  const backup = await headerIn(start, name);
  if (backup === null) throw damaged(name);
  const key = await keyOf(backup.salt);
  if (key === null) return false;
  if (!(await isKeyOf(backup, key))) throw new BackupError("It was made with another key.");
  const plain = await decrypterWith(key)
    .decrypt(new Blob([new Uint8Array(start)]).stream())
    .catch(() => Promise.reject(damaged(name)));
  const reader = plain.getReader();
  await reader.read().catch(() => Promise.reject(damaged(name)));
  await reader.cancel().catch(() => {}); // the end is missing
  return true;
}

async function firstBytes(bytes: Bytes, count: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let read = 0;
  for await (const part of bytes) {
    parts.push(part);
    read += part.length;
    if (read >= count) break;
  }
  return Buffer.concat(parts).subarray(0, count);
}

export const wrongPassphrase = () =>
  new BackupError("This is not the passphrase that the backup was made with.");
