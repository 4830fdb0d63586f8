import { readFile } from "node:fs/promises";
import {
  derivePassphraseKey,
  type EncryptedBackup,
  isKeyOf,
  newSalt,
  wrongPassphrase,
} from "../../../src/core/crypto/backup-encryption.ts";
import { MIN_PASSPHRASE } from "../../../src/env/backups.ts";
import { readVariable } from "../../environment.ts";
import { usageError } from "../../errors.ts";
import { promptTwice } from "../../input.ts";
import { note } from "../../output/output.ts";
import { isTerminal, promptSecret, readStdin } from "../../output/terminal.ts";

export interface PassphraseOptions {
  /** Only for making a backup: the file itself records whether a restore needs a passphrase. */
  readonly passphrase?: boolean;
  readonly passphraseFile?: string;
  readonly passphraseStdin?: boolean;
}

/** The input of `operator.maintenance.backup` for a passphrase: a new salt and the derived key. Empty if SECRET_KEY is used. */
export async function newBackupKey(options: PassphraseOptions) {
  if (!options.passphrase && !options.passphraseFile && !options.passphraseStdin) {
    if (readVariable("RIHLA_BACKUP_PASSPHRASE") !== undefined) note(UNUSED);
    return {};
  }
  const passphrase = await readPassphrase(options, () => promptTwice("passphrase"));
  if ([...passphrase].length < MIN_PASSPHRASE)
    throw usageError(`The passphrase must have ${MIN_PASSPHRASE} characters or more.`);
  const salt = newSalt();
  return { key: await derivePassphraseKey(passphrase, salt), salt };
}

const UNUSED =
  "RIHLA_BACKUP_PASSPHRASE is not used without --passphrase: the key of this backup comes from SECRET_KEY.";

/** The input of `operator.maintenance.restore` for a backup with a passphrase. Throws `BackupError` on a wrong passphrase. */
export async function keyOfBackup(backup: EncryptedBackup | null, options: PassphraseOptions) {
  if (backup === null || backup.salt === null) return {};
  const passphrase = await readPassphrase(options, () => promptSecret("Passphrase: "));
  const key = await derivePassphraseKey(passphrase, backup.salt);
  if (!(await isKeyOf(backup, { salt: backup.salt, key }))) throw wrongPassphrase();
  return { key };
}

async function readPassphrase(
  { passphraseFile, passphraseStdin }: PassphraseOptions,
  prompt: () => Promise<string>,
): Promise<string> {
  if (passphraseFile !== undefined) return firstLineOf(passphraseFile);
  if (passphraseStdin) return readStdin();
  const value = readVariable("RIHLA_BACKUP_PASSPHRASE");
  if (value !== undefined) return value;
  if (isTerminal()) return prompt();
  throw usageError(
    "--passphrase-stdin is missing: there is no terminal to prompt on, and RIHLA_BACKUP_PASSPHRASE is not set.",
  );
}

async function firstLineOf(path: string): Promise<string> {
  const text = await readFile(path, "utf8");
  return text.split(/\r?\n/, 1)[0] ?? "";
}
