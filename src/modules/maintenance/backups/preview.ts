import type { z } from "zod";
import type { ActionContext, Deps, OperatorPrincipal } from "../../../core/rpc/context.ts";
import { PROCESS_TABLES, summaryOf, verifyBackup } from "../../../db/backup/backup.ts";
import { quoted, tablesOf } from "../../../db/backup/introspect.ts";
import { migrationStatus } from "../../../db/migrate.ts";
import { minutes } from "../../../shared/duration.ts";
import type { restoreInput, restorePreviewOutput } from "../schema.ts";
import { decoderOf } from "./decoder.ts";
import { refused } from "./restore.ts";

const COUNT_LIMIT = minutes(1); // of one table

type Input = Pick<z.output<typeof restoreInput>, "file" | "key">;

/**
 * What a backup holds, and the rows that a restore would replace. Changes nothing. Throws as `restore` does on a file that
 * it would not take.
 */
export async function previewRestore(
  { deps, call }: ActionContext<OperatorPrincipal>,
  { file, key }: Input,
): Promise<z.output<typeof restorePreviewOutput>> {
  const read = async () => {
    const decode = await decoderOf(file, deps.encryption, key);
    const { madeAt } = await verifyBackup(file, decode);
    const { rows, files } = await summaryOf(file, decode);
    return { madeAt, rows, evidence: files };
  };
  return { ...(await read().catch(refused)), replaces: await presentRows(deps, call.signal) };
}

/** Emptied by a restore, too, but their rows mean nothing to an operator: those of processes and of rate limits. */
const NOT_SHOWN: readonly string[] = [...PROCESS_TABLES, "volume", "throttle"];

/**
 * The rows of each table that has any. Each is counted outside of a transaction, between whose statements an embedded
 * database could do nothing else.
 */
async function presentRows({ db }: Deps, signal?: AbortSignal): Promise<Record<string, number> | null> {
  const { applied, newer } = await migrationStatus(db);
  if (applied + newer === 0) return null;
  const counts: Record<string, number> = {};
  for (const { name } of await db.transaction(tablesOf, { readOnly: true })) {
    if (NOT_SHOWN.includes(name)) continue;
    signal?.throwIfAborted();
    const text = `select count(*)::int as count from ${quoted(name)}`;
    const [row] = await db.query<{ count: number }>(text, [], { timeoutMs: COUNT_LIMIT });
    if (row && row.count > 0) counts[name] = row.count;
  }
  return counts;
}
