import {
  decryptBackup,
  isKeyOf,
  readEncryptedBackup,
  wrongPassphrase,
} from "../../../core/crypto/backup-encryption.ts";
import type { Encryption } from "../../../core/crypto/encryption.ts";
import { BackupError, type Decode } from "../../../db/backup/backup-file.ts";
import { DomainError } from "../../../shared/errors.ts";

/**
 * How to read the file, with SECRET_KEY's encryption or a passphrase's key; undefined if it is not encrypted. Throws
 * `BackupError`, and 409 if it needs another SECRET_KEY.
 */
export async function decoderOf(
  file: string,
  encryption: Encryption | null,
  key?: string,
): Promise<Decode | undefined> {
  const encrypted = await readEncryptedBackup(file);
  if (encrypted === null) return undefined;
  if (encrypted.salt !== null && key === undefined)
    throw new BackupError("This backup needs its passphrase.");
  const { salt } = encrypted;
  const used = salt !== null && key !== undefined ? { salt, key } : encryption;
  if (used === null || !(await isKeyOf(encrypted, used)))
    throw salt === null ? otherKey() : wrongPassphrase();
  return (path) => decryptBackup(path, used);
}

export const otherKey = () =>
  new DomainError(
    "conflict",
    "This backup needs the SECRET_KEY that it was made with: set that one and try again",
  );
