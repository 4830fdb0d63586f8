import { sql } from "drizzle-orm";
import type { Tx } from "../../../../db/client.ts";

/**
 * Skips an address that was corrected in all broadcasts that have not reached it. A mail that is on its way cannot be
 * called back; it is not tried again. Called by `waitlist`.
 */
export async function skipCorrected(tx: Tx, emailKey: string): Promise<void> {
  await tx.execute(sql`
    with found as (
      select id, broadcast_id, state from broadcast_recipients
      where email_key = ${emailKey} and state in ('waiting', 'taken') for update
    ), counted as (
      update broadcasts b set skipped = b.skipped + 1 from found f where b.id = f.broadcast_id and f.state = 'waiting'
    )
    update broadcast_recipients r set reason = 'corrected',
      state = case when f.state = 'waiting' then 'skipped' else f.state end
    from found f where r.id = f.id`);
}
