import { getViewName, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { currentPois } from "../../places/public.ts";
import { writtenRows } from "../main-database/images.ts";
import { withMainErrors } from "../main-database/main-errors.ts";
import { lockLinkedRows, unlinkRows } from "../main-database/statements.ts";
import { type Lease, renewLease, retryWhileUnavailable } from "./lease.ts";
import { imageFence, inMainTransaction, type PushContext } from "./push-batch.ts";

const POIS = getViewName(currentPois);

const BATCH_SIZE = 5_000;

/** The number of deleted places to which main rows may still be linked. */
export async function countDeleted(db: Database): Promise<number> {
  const rows = await db.query<{ gone: number }>("select count(*) as gone from sync_unlinks where not held");
  return rows[0]?.gone ?? 0;
}

/**
 * Unlinks the main rows of places that were deleted here: they lose their place and owner and keep the rest. Ends
 * before the next batch if `isStopped`. Returns the number of unlinked rows.
 */
export async function unlinkDeleted(
  deps: Deps,
  lease: Lease,
  push: PushContext,
  isStopped: () => Promise<boolean>,
): Promise<number> {
  let unlinked = 0;
  for await (const { ids, gone } of deletedPages(deps)) {
    if (await isStopped()) return unlinked;
    const unlink = async (tx: Tx) => {
      await tx.execute(lockLinkedRows(JSON.stringify(gone)));
      return tx.execute(unlinkRows(JSON.stringify(gone), push.shape, deps.now(), imageFence(push)));
    };
    unlinked += writtenRows(await withMainErrors(deps.log, () => inMainTransaction(push, unlink)));
    if (push.dryRun) for (const id of gone) push.dryRunState.unlinked.add(id);
    else await retryWhileUnavailable(deps, () => forget(deps.db, lease, ids));
  }
  return unlinked;
}

/** The ids of places to unlink in pages, and those among them that are gone indeed. */
export async function* deletedPages(deps: Deps) {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    const read = () => deps.db.query<{ id: string; back: boolean }>(SELECT_DELETED, [from, BATCH_SIZE]);
    const rows = await retryWhileUnavailable(deps, read);
    const ids = rows.map(({ id }) => id);
    if (rows.length > 0) yield { ids, gone: rows.filter(({ back }) => !back).map(({ id }) => id) };
    after = ids.at(-1);
  }
}

/** A place that a restore has brought back stays linked. */
const SELECT_DELETED = `select u.poi_id as id, exists (select from ${POIS} p where p.id = u.poi_id) as back
  from sync_unlinks u where u.poi_id > $1 and not u.held order by u.poi_id limit $2`;

async function forget(db: Database, lease: Lease, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await renewLease(tx, lease);
    await tx.execute(sql`
      delete from sync_unlinks u using json_array_elements_text(${JSON.stringify(ids)}::json) d(id) where u.poi_id = d.id`);
  });
}
