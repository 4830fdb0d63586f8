import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { z } from "zod";
import { encryptBackup } from "../../core/crypto/backup-encryption.ts";
import { keyFileIn } from "../../core/crypto/secret-key.ts";
import { syncToDisk } from "../../core/files/sync-to-disk.ts";
import { tempFilePath } from "../../core/files/temp-file.ts";
import type { ActionContext, OperatorPrincipal } from "../../core/rpc/context.ts";
import { LOCAL_TABLES, writeBackup } from "../../db/backup/backup.ts";
import { BackupError } from "../../db/backup/backup-file.ts";
import { type RestoreSteps, requireEmpty, restoreBackup } from "../../db/backup/restore.ts";
import type { Database } from "../../db/client.ts";
import { markMoved } from "../../db/drivers/data-directory.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/public.ts";
import { decoderOf } from "./backups/keys.ts";
import { rebuildDerived } from "./backups/restore.ts";
import { notEmpty, openOther } from "./backups/verify.ts";
import type { moveInput } from "./schema.ts";

/**
 * Copies the embedded database into an empty one on a PostgreSQL server, in one transaction there, and compares the
 * number of rows of every table; evidence files, the key and the embedded places database stay in DATA_DIR. Then the
 * embedded database can no longer be opened by mistake. Throws 409 while a server runs on it, if DATABASE_URL is set
 * already, and if the new database holds data; 503 if that cannot be reached.
 */
export async function move(
  ctx: ActionContext<OperatorPrincipal>,
  { databaseUrl }: z.output<typeof moveInput>,
) {
  const { deps, call } = ctx;
  const { settings } = deps;
  if (settings.databaseUrl !== undefined) throw notEmbedded();
  if (call.transport === "socket") throw serverRunning();
  const path = tempFilePath(settings);
  const target = await openOther(databaseUrl, settings);
  try {
    await writeBackup(deps.db, path, deps.now(), {
      encode: (plain) => encryptBackup(deps.encryption, plain),
      excluded: LOCAL_TABLES, // unlike a backup, a move keeps sessions, tokens and links
    });
    const rows = await copy(ctx, target, path);
    await markMoved(settings.dataDir);
    await syncToDisk(settings.dataDir);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const dataDir = resolve(settings.dataDir);
    const keyFile = settings.secretKey === undefined ? keyFileIn(dataDir) : null;
    return { success: true as const, tables: Object.keys(rows).length, total, rows, keyFile, dataDir };
  } finally {
    await target.close();
    await rm(path, { force: true });
  }
}

async function copy(ctx: ActionContext<OperatorPrincipal>, target: Database, path: string) {
  const steps: RestoreSteps = {
    before: (tx) => requireEmpty(tx, notEmpty),
    excluded: LOCAL_TABLES,
    async after(tx) {
      await rebuildDerived(tx, ctx.deps);
      await record(tx, ctx, { subject: null });
    },
  };
  const decode = await decoderOf(path, ctx.deps.encryption);
  return restoreBackup(target, path, steps, decode).catch((error) => {
    throw error instanceof BackupError ? new DomainError("conflict", error.message) : error;
  });
}

const notEmbedded = () =>
  new DomainError("conflict", "DATABASE_URL is set: unset it, so that DATA_DIR is what is moved");
const serverRunning = () =>
  new DomainError(
    "conflict",
    "A server is still running here: stop it first, so that nothing is left behind",
  );
