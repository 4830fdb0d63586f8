import { type FileHandle, open, rm } from "node:fs/promises";
import type { z } from "zod";
import { matchesKeyCheck } from "../../core/crypto/secret-key.ts";
import { tempFilePath } from "../../core/files/temp-file.ts";
import type { ActionContext, OperatorPrincipal } from "../../core/rpc/context.ts";
import { writeBackup } from "../../db/backup/backup.ts";
import { BackupError } from "../../db/backup/backup-file.ts";
import type { TableInfo } from "../../db/backup/introspect.ts";
import { isEmpty, restoreBackup } from "../../db/backup/restore.ts";
import type { Tx } from "../../db/client.ts";
import { sqlState } from "../../db/errors.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/service.ts";
import { rememberPlaceIds, requeueAllPlaces } from "../sync/service.ts";
import type { restoreInput } from "./schema.ts";

/**
 * A consistent backup of the whole database, as bytes. It goes through a temporary file: an embedded database is
 * blocked during the export, and must not wait for a slow reader.
 */
export async function backup(acting: ActionContext<OperatorPrincipal>) {
  const { db, settings, now } = acting.deps;
  await db.transaction((tx) => record(tx, acting, { subject: null }));
  const path = tempFilePath(settings);
  try {
    await writeBackup(db, path, now());
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
 * Replaces all data with a backup and ends every session. Throws 400 on a file that is not a complete backup, 409 if
 * there is data and `replace` is false, or if the backup needs another SECRET_KEY.
 */
export async function restore(
  acting: ActionContext<OperatorPrincipal>,
  { file, replace }: z.output<typeof restoreInput>,
) {
  const before = async (tx: Tx, tables: readonly TableInfo[]) => {
    if (!replace && !(await isEmpty(tx, tables))) throw notEmpty();
    await rememberPlaceIds(tx);
  };
  const after = async (tx: Tx) => {
    if ((await matchesKeyCheck(tx, acting.deps.encryption)) === false) throw otherKey();
    await requeueAllPlaces(tx);
    await record(tx, acting, { subject: null });
  };
  const rows = await restoreBackup(acting.deps.db, file, { before, after }).catch(refused);
  return { success: true as const, rows };
}

function refused(error: unknown): never {
  if (error instanceof BackupError) throw new DomainError("invalid", error.message);
  if (sqlState(error) === "55P03")
    throw new DomainError("unavailable", "The database is busy. Please try again.");
  throw error;
}

const notEmpty = () =>
  new DomainError("conflict", "The database holds data already, which a restore would replace");
const otherKey = () =>
  new DomainError(
    "conflict",
    "This backup needs the SECRET_KEY that it was made with: set that one and try again",
  );
