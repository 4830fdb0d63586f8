import { existsSync, rmSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { EXCLUDED_TABLES, verifyBackup } from "../../../db/backup/backup.ts";
import { BackupError, type Decode } from "../../../db/backup/backup-file.ts";
import { quoted } from "../../../db/backup/introspect.ts";
import { restoreBackup } from "../../../db/backup/restore.ts";
import { openDatabase, type Tx } from "../../../db/client.ts";
import { LOCK, lockDirectory } from "../../../db/drivers/directory-lock.ts";
import { requireFileId } from "./file-names.ts";

const PREFIX = "rihla-verify-";

type Rows = Readonly<Record<string, number>>;

export interface Verified {
  readonly madeAt: Date;
  /** Evidence files in the backup. */
  readonly evidence: number;
  /** Counted in the restored database, by table. */
  readonly rows: Rows;
}

/**
 * Restores a backup into a new embedded database, counts its rows, migrates it to the schema of this program and deletes
 * it, as it is not encrypted; `onInterrupt` registers the deletion for a process that is interrupted, and returns what
 * unregisters it. Throws `BackupError` if the file is damaged or if a table has other rows than the file says.
 */
export async function verifyByRestoring(
  file: string,
  decode?: Decode,
  onInterrupt: (cleanUp: () => void) => () => void = () => () => {},
): Promise<Verified> {
  const { madeAt } = await verifyBackup(file, decode); // before the slow part
  await deleteLeftovers();
  const directory = await mkdtemp(join(tmpdir(), PREFIX));
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  const unregister = onInterrupt(remove);
  try {
    const db = await openDatabase({ dataDir: directory });
    try {
      const evidence = new Set<string>();
      const loaded = (tx: Tx, rows: Rows) => compareCounts(tx, rows);
      const attachments = async () => async (name: string) => {
        evidence.add(requireFileId(name));
      };
      const rows = await restoreBackup(db, file, { loaded, attachments }, decode);
      return { madeAt, evidence: evidence.size, rows };
    } finally {
      await db.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    unregister();
  }
}

/** Deletes the databases of processes that were killed while they verified. */
async function deleteLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const directory = join(tmpdir(), name);
    // without a lock file it was made a moment ago
    if (!name.startsWith(PREFIX) || !existsSync(join(directory, LOCK))) continue;
    const lock = await lockDirectory(directory).catch(() => null); // in use, or of another user
    if (lock === null) continue;
    await rm(directory, { recursive: true, force: true });
    await lock.release();
  }
}

/** Throws `BackupError` if a table has another number of rows than expected. */
export async function compareCounts(tx: Tx, expected: Rows): Promise<void> {
  for (const [table, rows] of Object.entries(expected)) {
    if (EXCLUDED_TABLES.includes(table)) continue;
    const counted = await tx.execute<{ count: number }>(
      sql.raw(`select count(*) as count from ${quoted(table)}`),
    );
    const count = counted.rows[0]?.count;
    if (count !== rows)
      throw new BackupError(`The backup says that ${table} has ${rows} rows, but ${count} were restored.`);
  }
}
