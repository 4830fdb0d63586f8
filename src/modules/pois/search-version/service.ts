import { sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";

const IDLE = "1 day";
const SUM = -1; // no process has this number

/** Adds up the counts of processes that have changed nothing for a day, so that few are read; their sum stays the same. */
export async function addUpChangeCounts({ db }: Pick<Deps, "db">): Promise<void> {
  await db.orm.execute(sql`
    with idle as (
      delete from poi_change_counts where backend <> ${SUM} and changed_at < clock_timestamp() - ${IDLE}::interval
      returning changes
    )
    insert into poi_change_counts as c (backend, changes, changed_at)
      select ${SUM}, sum(changes), clock_timestamp() from idle having count(*) > 0
    on conflict (backend) do update set changes = c.changes + excluded.changes, changed_at = excluded.changed_at`);
}
