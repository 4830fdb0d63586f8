import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, OperatorPrincipal } from "../../../core/rpc/context.ts";
import { summaryOf, verifyBackup } from "../../../db/backup/backup.ts";
import { quoted, tablesOf } from "../../../db/backup/introspect.ts";
import { migrationStatus } from "../../../db/migrate.ts";
import type { restoreInput, restorePreviewOutput } from "../schema.ts";
import { decoderOf } from "./decoder.ts";
import { refused } from "./restore.ts";

type Input = Pick<z.output<typeof restoreInput>, "file" | "key">;

/**
 * What a backup holds, and the rows that a restore would replace. Changes nothing. Throws as `restore` does on a file that
 * it would not take.
 */
export async function previewRestore(
  { deps }: ActionContext<OperatorPrincipal>,
  { file, key }: Input,
): Promise<z.output<typeof restorePreviewOutput>> {
  const read = async () => {
    const decode = await decoderOf(file, deps.encryption, key);
    const { madeAt } = await verifyBackup(file, decode);
    const { rows, files } = await summaryOf(file, decode);
    return { madeAt, rows, evidence: files };
  };
  return { ...(await read().catch(refused)), replaces: await presentRows(deps) };
}

/** The rows of each table that has any. */
async function presentRows({ db }: Deps): Promise<Record<string, number> | null> {
  const { applied, newer } = await migrationStatus(db);
  if (applied + newer === 0) return null;
  const work = async (tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => {
    const each = (await tablesOf(tx)).map(
      ({ name }) => sql`select ${name}::text as name, count(*)::int as count from ${sql.raw(quoted(name))}`,
    );
    const { rows } = await tx.execute<{ name: string; count: number }>(sql.join(each, sql` union all `));
    return Object.fromEntries(rows.flatMap(({ name, count }) => (count > 0 ? [[name, count]] : [])));
  };
  return db.transaction(work, { readOnly: true, timeoutMs: 0 });
}
