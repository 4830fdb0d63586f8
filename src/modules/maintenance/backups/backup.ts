import { type FileHandle, open, rm } from "node:fs/promises";
import type { z } from "zod";
import { decryptBackup, encryptBackup } from "../../../core/crypto/backup-encryption.ts";
import { tempFilePath } from "../../../core/files/temp-file.ts";
import type { ActionContext, Deps, OperatorPrincipal } from "../../../core/rpc/context.ts";
import { type Attachments, verifyBackup, writeBackup } from "../../../db/backup/backup.ts";
import type { Encode } from "../../../db/backup/backup-file.ts";
import type { Tail } from "../../../db/backup/lines.ts";
import { record } from "../../audit/public.ts";
import { storedFileIds } from "../../evidence/public.ts";
import type { backupInput } from "../schema.ts";

type BackupOptions = z.output<typeof backupInput>;

/**
 * A consistent backup of the whole database, encrypted with SECRET_KEY or a passphrase's key, as bytes. It goes through
 * a temporary file: an embedded database is blocked during the export, and must not wait for a slow reader.
 */
export async function backup(ctx: ActionContext<OperatorPrincipal>, options: BackupOptions) {
  const { db, settings } = ctx.deps;
  await db.transaction((tx) => record(tx, ctx, { subject: null }));
  const path = tempFilePath(settings);
  try {
    await writeEncrypted(ctx.deps, path, options);
    return bytesOf(await open(path));
  } finally {
    await rm(path, { force: true }); // the open file can still be read, and a killed process leaves no copy
  }
}

/** Writes a backup into a new file at mode 0600, and reads back what was written. */
export async function writeEncrypted(
  deps: Deps,
  path: string,
  { key, salt, evidence }: BackupOptions,
): Promise<Tail> {
  const used = key !== undefined && salt !== undefined ? { key, salt } : deps.encryption;
  const encode: Encode = (plain) => encryptBackup(used, plain);
  const attachments = evidence ? evidenceOf(deps) : undefined;
  const written = await writeBackup(deps.db, path, deps.now(), { encode, attachments });
  await verifyBackup(path, (file) => decryptBackup(file, used));
  return written;
}

/** The evidence files as stored: encrypted with SECRET_KEY. */
const evidenceOf = ({ ports: { files } }: Deps): Attachments => ({
  names: storedFileIds,
  get: (name) => files.get(name),
});

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
