import {
  decryptBackup,
  isKeyOf,
  readEncryptedBackup,
  readStoredHeader,
  secretKeyOf,
  wrongPassphrase,
} from "../../../core/crypto/backup-encryption.ts";
import type { Encryption } from "../../../core/crypto/encryption.ts";
import type { Deps } from "../../../core/rpc/context.ts";
import { BackupError, type Decode } from "../../../db/backup/backup-file.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { NEEDED_KEYS } from "./schema.ts";
import type { BackupStore, StoredBackup } from "./store.ts";

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

interface NeededKey {
  readonly key: (typeof NEEDED_KEYS)[number];
  readonly opens: boolean | null;
}

const SECRET_KEYS = {
  present: { key: "SECRET_KEY", opens: true },
  old: { key: "SECRET_KEY_OLD", opens: true },
  other: { key: "another SECRET_KEY", opens: false },
} as const;
const DAMAGED: NeededKey = { key: "none: damaged", opens: false };

/** Which key opens a backup in the store, by its header; a passphrase is not tried, because that takes its time. */
export async function keyNeededBy(
  { encryption }: Deps,
  store: BackupStore,
  { name }: StoredBackup,
): Promise<NeededKey> {
  try {
    const header = await readStoredHeader(name, store.get(name));
    if (header === null) return DAMAGED;
    if (header.salt !== null) return { key: "passphrase", opens: null };
    return SECRET_KEYS[await secretKeyOf(header, encryption)];
  } catch (error) {
    if (error instanceof BackupError) return DAMAGED;
    throw error;
  }
}
