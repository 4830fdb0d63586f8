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
 * The whole database at one moment, as the bytes of a backup. It is written to the disk first: an embedded database
 * serves nobody else meanwhile, and must not wait for a reader that is slow.
 */
export async function backup(acting: ActionContext<OperatorPrincipal>) {
  const { db, settings, now } = acting.deps;
  await db.transaction((tx) => record(tx, acting, { subject: null }));
  const spool = tempFilePath(settings);
  try {
    await writeBackup(db, spool, now());
    return bytesOf(await open(spool));
  } finally {
    await rm(spool, { force: true }); // what is open can still be read, and a killed process leaves no copy
  }
}

/** The file's bytes. It is closed at its end, and where the reader leaves: a generator that never began would not. */
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
 * Puts a backup in the place of all that is there, and ends every session. Throws 400 on a file that is no whole
 * backup, 409 where there is data and `replace` does not say so, and where the file needs another SECRET_KEY.
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
