import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import { FILE_ID } from "../queries.ts";
import { evidenceFiles as t } from "../table.ts";
import type { StoredFile } from "./file-store.ts";

/** Deletes the bytes of a file that is out of use, and then its row: a store that fails leaves it to the sweep. */
export async function removeUnused(deps: Deps, id: string): Promise<void> {
  if (await removeBytes(deps, id)) await deps.db.orm.delete(t).where(eq(t.id, id));
}

/** False where the store failed, which the log tells. */
export async function removeBytes({ ports, log }: Deps, id: string): Promise<boolean> {
  try {
    await ports.files.remove(id);
    return true;
  } catch (error) {
    log.error(errorLogFields(error), "the file store did not delete a file");
    return false;
  }
}

const A_LOOK = 500; // names
const A_SWEEP = 1_000; // files; the next sweep takes the rest

/**
 * Deletes what was stored before `end` and no row tells of any more: what a restored backup does not know, and what a
 * store kept though it said that it had failed. Where that is more than half of all, it is nothing of this but the
 * wrong database, or another one's store: nothing is deleted then.
 */
export async function removeStrays(deps: Deps, end: Date): Promise<void> {
  const { log } = deps;
  try {
    const { strays, known } = await look(deps, end);
    if (strays.length > known) {
      log.error({ strays: strays.length, known }, "the file store holds more than this database knows of");
      return;
    }
    for (const name of strays.slice(0, A_SWEEP)) await removeBytes(deps, name);
  } catch (error) {
    log.error(errorLogFields(error), "the file store could not be looked through");
  }
}

/** The names that no row tells of, and how many have one. */
async function look(deps: Deps, end: Date) {
  const strays: string[] = [];
  let known = 0;
  for await (const files of portions(deps.ports.files.list())) {
    const ids = await knownOf(
      deps,
      files.map(({ name }) => name),
    );
    known += ids.size;
    for (const { name, at } of files) if (!ids.has(name) && at < end) strays.push(name);
  }
  return { strays, known };
}

/** A row whose bytes were deleted after the decision knows of none. */
async function knownOf({ db }: Deps, names: string[]): Promise<ReadonlySet<string>> {
  const rows = await db.orm
    .select({ id: t.id })
    .from(t)
    .where(and(inArray(t.id, names), or(isNull(t.removedAt), isNull(t.claimId))));
  return new Set(rows.map(({ id }) => id));
}

/** Many at a time; what has no name of ours is somebody else's. */
async function* portions(files: AsyncIterable<StoredFile>): AsyncGenerator<StoredFile[]> {
  let portion: StoredFile[] = [];
  for await (const file of files) {
    if (!FILE_ID.test(file.name)) continue;
    if (portion.push(file) < A_LOOK) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
