import type { z } from "zod";
import type { ActionContext, Deps, OperatorPrincipal } from "../../../core/rpc/context.ts";
import type { Offers } from "../../../core/rpc/offers.ts";
import { INTERNAL_TABLES, verifyBackup } from "../../../db/backup/backup.ts";
import type { Decode } from "../../../db/backup/backup-file.ts";
import { checkRows } from "../../../db/backup/check-rows.ts";
import { quoted, tablesOf } from "../../../db/backup/introspect.ts";
import { requireEmpty, restoreBackup } from "../../../db/backup/restore.ts";
import { type Database, openDatabase } from "../../../db/client.ts";
import { connectionProblem } from "../../../db/errors.ts";
import { directUrl, migrationStatus } from "../../../db/migrate.ts";
import type { Settings } from "../../../env.ts";
import { minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { restoreInput, restorePreviewOutput } from "../schema.ts";
import { decoderOf } from "./keys.ts";
import { rebuildDerived, refused, requireFileId } from "./restore.ts";

export interface Verified {
  readonly madeAt: Date;
  /** Evidence files in the backup. */
  readonly evidence: number;
  /** By table. */
  readonly rows: Readonly<Record<string, number>>;
  /** What was checked and what was not, in sentences. */
  readonly checked: string;
}

/**
 * Reads a backup to its end, in memory that does not grow with it. Throws `BackupError` if the file is damaged, if a row
 * does not fit its table, or if rows are missing.
 */
export async function verifyFile(file: string, decode?: Decode): Promise<Verified> {
  const { madeAt } = await verifyBackup(file, decode);
  const counted = countFiles();
  const { rows, references } = await checkRows(file, counted.store, decode);
  const which = references ? "each row fits its table and finds those that it refers to" : UNREFERENCED;
  const checked = `The file is whole, and ${which}. No database has taken the rows: --into restores them on trial.`;
  return { madeAt, evidence: counted.count(), rows, checked };
}

const UNREFERENCED = "each row fits its table; whether it finds those that it refers to was not checked";

interface Trial {
  /** The database, which must be empty. */
  readonly url: string;
  readonly settings: Settings;
  readonly modules: readonly Offers[];
}

/**
 * Restores a backup into an empty database on a PostgreSQL server as `restore` does, in one transaction that is rolled back
 * at its end. Throws as `verifyFile`, 409 if the database holds data, and 503 if it cannot be reached.
 */
export async function verifyInto(
  { url, settings, modules }: Trial,
  file: string,
  decode?: Decode,
): Promise<Verified> {
  const db = await openOther(url, settings);
  const counted = countFiles();
  try {
    const { madeAt } = await verifyBackup(file, decode);
    const rows = await restoreBackup(
      db,
      file,
      {
        before: (tx) => requireEmpty(tx, notEmpty),
        after: (tx) => rebuildDerived(tx, { modules }),
        attachments: async () => counted.store,
        isTrial: true,
      },
      decode,
    );
    return { madeAt, evidence: counted.count(), rows, checked: RESTORED };
  } finally {
    await db.close();
  }
}

const RESTORED =
  "The database took all rows with their constraints, the search index was made and the schema brought up to date. All of that was rolled back: the database is as it was.";

function countFiles() {
  let count = 0;
  return {
    store: async (name: string) => {
      requireFileId(name);
      count += 1;
    },
    count: () => count,
  };
}

/** Another database than that of this installation, on a PostgreSQL server. Throws 400 and 503. */
export async function openOther(url: string, settings: Settings): Promise<Database> {
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url)) throw notAnAddress();
  const { databaseDriver: driver, neonWsProxy } = settings;
  const db = await openDatabase({ url: directUrl(url), driver, neonWsProxy, maxConnections: 1 });
  try {
    await db.ping();
    return db;
  } catch (error) {
    await db.close();
    const sentence = connectionProblem(error, "The new database");
    throw sentence === undefined ? error : new DomainError("unavailable", sentence);
  }
}

const notAnAddress = () =>
  new DomainError("invalid", "Database URL must be a postgres://user:password@host/database address");
export const notEmpty = () =>
  new DomainError("conflict", "The new database holds data already: name an empty one");

const COUNT_LIMIT = minutes(1); // of one table

/**
 * What a backup holds, and the rows that a restore would replace. Changes nothing. Throws as `restore` does on a file that
 * it would not take.
 */
export async function previewRestore(
  { deps, call }: ActionContext<OperatorPrincipal>,
  { file, key }: Pick<z.output<typeof restoreInput>, "file" | "key">,
): Promise<z.output<typeof restorePreviewOutput>> {
  const decoded = decoderOf(file, deps.encryption, key);
  const { checked: _, ...held } = await decoded.then((decode) => verifyFile(file, decode)).catch(refused);
  return { ...held, replaces: await presentRows(deps, call.signal) };
}

/**
 * The rows of each table that has any. Each is counted outside of a transaction, between whose statements an embedded
 * database could do nothing else.
 */
async function presentRows({ db }: Deps, signal?: AbortSignal): Promise<Record<string, number> | null> {
  const { applied, newer } = await migrationStatus(db);
  if (applied + newer === 0) return null;
  const counts: Record<string, number> = {};
  for (const { name } of await db.transaction(tablesOf, { readOnly: true })) {
    if (INTERNAL_TABLES.includes(name)) continue;
    signal?.throwIfAborted();
    const text = `select count(*)::int as count from ${quoted(name)}`;
    const [row] = await db.query<{ count: number }>(text, [], { timeoutMs: COUNT_LIMIT });
    if (row && row.count > 0) counts[name] = row.count;
  }
  return counts;
}
