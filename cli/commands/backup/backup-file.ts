import { existsSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import {
  type EncryptedBackup,
  isKeyOf,
  readEncryptedBackup,
} from "../../../src/core/crypto/backup-encryption.ts";
import { findEncryption } from "../../../src/core/crypto/secret-key.ts";
import { tempFilePath } from "../../../src/core/files/temp-file.ts";
import { verifyBackup } from "../../../src/db/backup/backup.ts";
import { BackupError } from "../../../src/db/backup/backup-file.ts";
import { readEnv } from "../../../src/env.ts";
import { decoderOf } from "../../../src/modules/maintenance/backups/keys.ts";
import { createBackupStore, timeOfName } from "../../../src/modules/maintenance/backups/store.ts";
import { CliError, usageError } from "../../errors.ts";
import { onInterrupt } from "../../interrupt.ts";
import { operationNamed } from "../../operations.ts";
import { note } from "../../output/output.ts";
import { type Globals, withTransport } from "../../run.ts";
import { writeToFile } from "../../transport/download.ts";
import type { DatabaseNeed, Input } from "../../transport/transport.ts";
import { keyOfBackup, newBackupKey, type PassphraseOptions } from "./passphrase.ts";

interface Writing {
  readonly need: DatabaseNeed;
  readonly replace: boolean;
  readonly input?: Input;
}

/** Writes a backup into a file and checks what was written. Returns its size in bytes. */
export async function writeBackupFile(
  globals: Globals & PassphraseOptions,
  file: string,
  { need, replace, input }: Writing,
): Promise<number> {
  const key = await newBackupKey(globals);
  await withTransport(globals, need, async (transport) => {
    const download = () =>
      transport.download(operationNamed("operator.maintenance.backup"), { ...input, ...key });
    await writeToFile(file, download, { check: (path) => verifyWithOwnKey(path, key), replace });
  });
  return (await stat(file)).size;
}

/**
 * Calls `work` with the path of a file, or of the named backup in the store. A copy from a bucket is deleted afterwards.
 * Throws 404 if the store has no such backup.
 */
export async function withBackupFile<T>(named: string, work: (path: string) => Promise<T>): Promise<T> {
  if (existsSync(named) || timeOfName(named) === null) return work(named);
  const settings = readEnv();
  const store = createBackupStore(settings);
  const path = store.pathOf(named);
  if (path !== null) return work(path);
  if (!(await store.list()).some(({ name }) => name === named))
    throw new CliError("notFound", `There is no backup ${named} in ${store.location}.`);
  const copy = tempFilePath(settings);
  const remove = () => rmSync(copy, { force: true });
  const unregister = onInterrupt(remove);
  try {
    await writeToFile(copy, async () => store.get(named), { replace: false });
    return await work(copy);
  } finally {
    remove();
    unregister();
  }
}

interface CheckedBackup {
  /** Null if it is not encrypted. */
  readonly encrypted: EncryptedBackup | null;
  /** Derived from its passphrase. */
  readonly key?: string;
}

/**
 * Reads the whole file. Of a backup whose SECRET_KEY is not known here, only the server can. Throws `BackupError` if it is
 * damaged.
 */
async function verifyWithOwnKey(file: string, { key }: { readonly key?: string }): Promise<void> {
  const encrypted = await readEncryptedBackup(file);
  const encryption = await findEncryption(readEnv());
  const needsKey = encrypted !== null && encrypted.salt === null;
  if (needsKey && !(encryption && (await isKeyOf(encrypted, encryption)))) return;
  await verifyBackup(file, await decoderOf(file, encryption, key));
}

/** Throws a usage error if the file is missing, not a complete backup, or has another passphrase. */
export async function checkBackupFile(file: string, options: PassphraseOptions): Promise<CheckedBackup> {
  if (!(await stat(file).catch(() => null))?.isFile()) throw usageError(`There is no file ${file}.`);
  try {
    const encrypted = await readEncryptedBackup(file);
    const key = await keyOfBackup(encrypted, options);
    await verifyWithOwnKey(file, key);
    if (!encrypted)
      note("This backup is not encrypted: restore it only if you know who had access to the file.");
    return { encrypted, ...key };
  } catch (error) {
    throw error instanceof BackupError ? usageError(error.message) : error;
  }
}
