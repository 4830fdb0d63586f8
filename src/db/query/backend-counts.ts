import { sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../client.ts";

/** Counts that triggers keep, one row for each process of the database server: their sum is the count. */
type BackendCounts = PgTable & Readonly<Record<"backend" | "changes" | "changedAt", PgColumn>>;

const IDLE = "1 day";
const SUM = -1; // no process has this number

/** Adds up the rows of processes that have changed nothing for a day, so that few are read; their sum stays the same. */
export async function addUpIdleCounts(db: Database, table: BackendCounts): Promise<void> {
  await db.orm.execute(sql`
    with idle as (
      delete from ${table} where backend <> ${SUM} and changed_at < clock_timestamp() - ${IDLE}::interval
      returning changes
    )
    insert into ${table} as c (backend, changes, changed_at)
      select ${SUM}, sum(changes), clock_timestamp() from idle having count(*) > 0
    on conflict (backend) do update set changes = c.changes + excluded.changes, changed_at = excluded.changed_at`);
}
