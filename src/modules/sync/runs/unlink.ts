import { sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { withMainErrors } from "../main-database/main-errors.ts";
import { lockLinkedRows, unlinkRows } from "../main-database/statements.ts";
import { type Lease, renewLease } from "./lease.ts";
import { imageFence, inMainTransaction, type PushContext } from "./push-batch.ts";
import { retryWhileUnavailable } from "./retry.ts";

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
  let after = "";
  for (;;) {
    const read = () => deps.db.query<{ id: string; back: boolean }>(SELECT_DELETED, [after, BATCH_SIZE]);
    const rows = await retryWhileUnavailable(deps, read);
    const last = rows.at(-1);
    if (!last || (await isStopped())) return unlinked;
    after = last.id;
    const gone = rows.filter(({ back }) => !back).map(({ id }) => id);
    const unlink = async (tx: Tx) => {
      await tx.execute(lockLinkedRows(JSON.stringify(gone)));
      return tx.execute(unlinkRows(JSON.stringify(gone), push.shape, deps.now(), imageFence(push)));
    };
    unlinked += (await withMainErrors(deps.log, () => inMainTransaction(push, unlink))).rowCount;
    if (push.dryRun) for (const id of gone) push.dryRunState.unlinked.add(id);
    else {
      const ids = rows.map(({ id }) => id);
      await retryWhileUnavailable(deps, () => forget(deps.db, lease, ids));
    }
  }
}

/** A place that a restore has brought back stays linked. */
const SELECT_DELETED = `select u.poi_id as id, exists (select from pois p where p.id = u.poi_id) as back
  from sync_unlinks u where u.poi_id > $1 and not u.held order by u.poi_id limit $2`;

async function forget(db: Database, lease: Lease, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await renewLease(tx, lease);
    await tx.execute(sql`
      delete from sync_unlinks u using json_array_elements_text(${JSON.stringify(ids)}::json) d(id) where u.poi_id = d.id`);
  });
}
