import { type FileHandle, open, rm } from "node:fs/promises";
import type { z } from "zod";
import {
  decryptBackup,
  encryptBackup,
  isKeyOf,
  readEncryptedBackup,
  wrongPassphrase,
} from "../../core/crypto/backup-encryption.ts";
import { createEncryption } from "../../core/crypto/encryption.ts";
import { matchesKeyCheck } from "../../core/crypto/secret-key.ts";
import { tempFilePath } from "../../core/files/temp-file.ts";
import type { ActionContext, Deps, OperatorPrincipal } from "../../core/rpc/context.ts";
import { writeBackup } from "../../db/backup/backup.ts";
import { BackupError, type Decode, type Encode } from "../../db/backup/backup-file.ts";
import type { TableInfo } from "../../db/backup/introspect.ts";
import { isEmpty, restoreBackup } from "../../db/backup/restore.ts";
import type { Tx } from "../../db/client.ts";
import { sqlState } from "../../db/errors.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/service.ts";
import { cancelRestored } from "../broadcasts/service.ts";
import { recordRestoredTiers } from "../evidence/restored/service.ts";
import { rememberPlaceIds, requeueAllPlaces } from "../sync/service.ts";
import type { backupInput, restoreInput } from "./schema.ts";

/**
 * A consistent backup of the whole database, encrypted with SECRET_KEY or a passphrase's key, as bytes. It goes through
 * a temporary file: an embedded database is blocked during the export, and must not wait for a slow reader.
 */
export async function backup(
  ctx: ActionContext<OperatorPrincipal>,
  { key, salt }: z.output<typeof backupInput>,
) {
  const { db, settings, now, encryption } = ctx.deps;
  const own = key !== undefined && salt !== undefined ? { encryption: createEncryption(key), salt } : null;
  const encode: Encode = (plain) => encryptBackup(own?.encryption ?? encryption, own?.salt ?? null, plain);
  await db.transaction((tx) => record(tx, ctx, { subject: null }));
  const path = tempFilePath(settings);
  try {
    await writeBackup(db, path, now(), encode);
    return bytesOf(await open(path));
  } finally {
    await rm(path, { force: true }); // the open file can still be read, and a killed process leaves no copy
  }
}

/** The bytes of a file, closed at its end or when the reader stops; a generator that was never started would not be. */
function bytesOf(file: FileHandle): AsyncIterableIterator<Uint8Array> {
  const parts = file.createReadStream()[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => parts.next(),
    async return() {
      await parts.return?.();
      await file.close();
      return { done: true, value: undefined };
    },
  };
}

/**
 * Replaces all data with a backup and ends every session. Throws 400 on a file that is not a complete backup, on a
 * wrong passphrase and on a plain file of unknown origin, 409 if there is data and `replace` is false, or if the backup needs another SECRET_KEY.
 */
export async function restore(
  ctx: ActionContext<OperatorPrincipal>,
  { file, replace, key }: z.output<typeof restoreInput>,
) {
  const before = async (tx: Tx, tables: readonly TableInfo[]) => {
    if (!replace && !(await isEmpty(tx, tables))) throw notEmpty();
    await rememberPlaceIds(tx);
  };
  const load = async (decode: Decode | undefined) => {
    const after = async (tx: Tx, madeAt: Date) => {
      const fits = await matchesKeyCheck(tx, ctx.deps.encryption);
      if (fits === false) throw otherKey();
      // anyone can write a plain file, but only with an earlier backup at hand one with this installation's key check
      if (fits === null && decode === undefined) throw notEncrypted();
      await recordRestoredTiers(tx, ctx.deps.now(), madeAt);
      await requeueAllPlaces(tx);
      await cancelRestored(tx, ctx.deps);
      await record(tx, ctx, { subject: null });
    };
    return restoreBackup(ctx.deps.db, file, { before, after }, decode);
  };
  const rows = await decoderOf(ctx.deps, file, key).then(load).catch(refused);
  return { success: true as const, rows };
}

/** How to read the file; undefined if it is not encrypted. */
async function decoderOf({ encryption }: Deps, file: string, key?: string): Promise<Decode | undefined> {
  const encrypted = await readEncryptedBackup(file);
  if (encrypted === null) return undefined;
  if (encrypted.salt !== null && key === undefined)
    throw new BackupError("This backup needs its passphrase.");
  const used = encrypted.salt !== null && key !== undefined ? createEncryption(key) : encryption;
  if (!isKeyOf(encrypted, used)) throw encrypted.salt === null ? otherKey() : wrongPassphrase();
  return (path) => decryptBackup(path, encrypted, used);
}

function refused(error: unknown): never {
  if (error instanceof BackupError) throw new DomainError("invalid", error.message);
  if (sqlState(error) === "55P03")
    throw new DomainError("unavailable", "The database is busy. Please try again.");
  throw error;
}

const notEmpty = () =>
  new DomainError("conflict", "The database holds data already, which a restore would replace");
const notEncrypted = () =>
  new BackupError("This backup is not encrypted and was not made by an installation with this SECRET_KEY.");
const otherKey = () =>
  new DomainError(
    "conflict",
    "This backup needs the SECRET_KEY that it was made with: set that one and try again",
  );
