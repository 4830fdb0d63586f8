import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { StoredFile } from "./file-store.ts";
import { isFileId, isUnattached } from "./queries.ts";
import { evidenceFiles as t } from "./table.ts";

/** Deletes the bytes of a file marked as removed, then its row; if the store fails, the row stays for the sweep. */
export async function deleteFile(deps: Deps, id: string): Promise<void> {
  if (await deleteBytes(deps, id)) await deps.db.orm.delete(t).where(eq(t.id, id));
}

/** False if the store failed, which is logged. */
export async function deleteBytes({ ports, log }: Deps, id: string): Promise<boolean> {
  try {
    await ports.files.remove(id);
    return true;
  } catch (error) {
    log.error(errorLogFields(error), "the file store did not delete a file");
    return false;
  }
}

const NAMES_PER_QUERY = 500;
const MAX_DELETED = 1_000; // files a sweep; the next one takes the rest

/**
 * Deletes files stored before `end` that have no row: unknown to a restored backup, or saved by a store that reported a
 * failure. If more than half of all files have none, this is the wrong database or store, and nothing is deleted.
 */
export async function deleteOrphans(deps: Deps, end: Date): Promise<void> {
  const { log } = deps;
  try {
    const { orphans, known } = await findOrphans(deps, end);
    if (orphans.length > known) {
      log.error({ orphans: orphans.length, known }, "most files in the store have no row in this database");
      return;
    }
    for (const name of orphans.slice(0, MAX_DELETED)) await deleteBytes(deps, name);
  } catch (error) {
    log.error(errorLogFields(error), "the file store could not be listed");
  }
}

async function findOrphans(deps: Deps, end: Date) {
  const orphans: string[] = [];
  let known = 0;
  for await (const files of chunksOf(deps.ports.files.list())) {
    const names = files.map(({ name }) => name);
    const ids = await idsWithBytes(deps, names);
    known += ids.size;
    for (const { name, at } of files) if (!ids.has(name) && at < end) orphans.push(name);
  }
  return { orphans, known };
}

/** Those of the ids whose row still has bytes: all but the rows retained after a decision. */
async function idsWithBytes({ db }: Deps, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await db.orm
    .select({ id: t.id })
    .from(t)
    .where(and(inArray(t.id, ids), or(isNull(t.removedAt), isUnattached)));
  return new Set(rows.map(({ id }) => id));
}

/** Skips files that are not ours. */
async function* chunksOf(files: AsyncIterable<StoredFile>): AsyncGenerator<StoredFile[]> {
  let chunk: StoredFile[] = [];
  for await (const file of files) {
    if (!isFileId(file.name)) continue;
    if (chunk.push(file) < NAMES_PER_QUERY) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
