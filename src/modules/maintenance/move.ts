import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { z } from "zod";
import { encryptBackup } from "../../core/crypto/backup-encryption.ts";
import { keyFileIn } from "../../core/crypto/secret-key.ts";
import { syncToDisk } from "../../core/files/sync-to-disk.ts";
import { tempFilePath } from "../../core/files/temp-file.ts";
import type { ActionContext, OperatorPrincipal } from "../../core/rpc/context.ts";
import { PROCESS_TABLES, writeBackup } from "../../db/backup/backup.ts";
import { BackupError } from "../../db/backup/backup-file.ts";
import type { TableInfo } from "../../db/backup/introspect.ts";
import { isEmpty, type RestoreSteps, restoreBackup } from "../../db/backup/restore.ts";
import { type Database, openDatabase, type Tx } from "../../db/client.ts";
import { markMoved } from "../../db/drivers/data-directory.ts";
import { connectionProblem } from "../../db/errors.ts";
import { directUrl } from "../../db/migrate.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/public.ts";
import { decoderOf } from "./backups/decoder.ts";
import { compareCounts } from "./backups/verify.ts";
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
  if (!/^postgres(ql)?:/.test(databaseUrl) || !URL.canParse(databaseUrl)) throw notAnAddress();
  const path = tempFilePath(settings);
  const target = await openDatabase({
    url: directUrl(databaseUrl),
    driver: settings.databaseDriver,
    neonWsProxy: settings.neonWsProxy,
    maxConnections: 1,
  });
  try {
    await reach(target);
    await writeBackup(deps.db, path, deps.now(), {
      encode: (plain) => encryptBackup(deps.encryption, plain),
      excluded: PROCESS_TABLES, // unlike a backup, a move keeps sessions, tokens and links
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

async function reach(target: Database): Promise<void> {
  try {
    await target.ping();
  } catch (error) {
    const sentence = connectionProblem(error, "The new database");
    throw sentence === undefined ? error : new DomainError("unavailable", sentence);
  }
}

async function copy(ctx: ActionContext<OperatorPrincipal>, target: Database, path: string) {
  const steps: RestoreSteps = {
    async before(tx: Tx, tables: readonly TableInfo[]) {
      if (!(await isEmpty(tx, tables))) throw notEmpty();
    },
    excluded: PROCESS_TABLES,
    loaded: compareCounts,
    after: (tx) => record(tx, ctx, { subject: null }),
  };
  const rows = await restoreBackup(target, path, steps, await decoderOf(path, ctx.deps.encryption)).catch(
    (error) => {
      throw error instanceof BackupError ? new DomainError("conflict", error.message) : error;
    },
  );
  await target.query("analyze", [], { timeoutMs: 0 });
  return rows;
}

const notAnAddress = () =>
  new DomainError("invalid", "Database URL must be a postgres://user:password@host/database address");
const notEmbedded = () =>
  new DomainError("conflict", "DATABASE_URL is set: unset it, so that DATA_DIR is what is moved");
const serverRunning = () =>
  new DomainError(
    "conflict",
    "A server is still running here: stop it first, so that nothing is left behind",
  );
const notEmpty = () => new DomainError("conflict", "The new database holds data already: name an empty one");
