import { sql } from "drizzle-orm";
import type { Tx } from "../../db/client.ts";
import { addDays } from "../../shared/places/days.ts";
import { setRestoredTiers } from "../places/tier.ts";
import { recordImported } from "./on-place.ts";

const KEPT = 90; // days, as in the migration that introduced evidence

/**
 * Gives records to the tiers of a backup from before evidence was recorded: what was verified keeps its tier for 90 days
 * from the backup, and the rest is third-party data. Part of a restore.
 */
export async function recordRestoredTiers(tx: Tx, now: Date, madeAt: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: string; isVerified: boolean } & Record<string, unknown>>(sql`
    select id, halal_verification_status = 'verified' as "isVerified" from pois p
    where halal_verification_status <> 'unverified' and category <> 'mosque'
      and not exists (select from evidence_records e where e.poi_id = any(array(
        select p.id union all select m.id from merged_places m where m.poi_id = p.id))) order by seq`);
  const idsOf = (verified: boolean) =>
    rows.filter(({ isVerified }) => isVerified === verified).map(({ id }) => id);
  const until = addDays(madeAt.toISOString().slice(0, 10), KEPT);
  await tx.execute(sql`
    insert into evidence_records (id, poi_id, kind, valid_until, source, recorded_at)
    select replace(gen_random_uuid()::text, '-', ''), d.id, 'prior', ${until}::date, 'migration', ${now.toISOString()}::timestamptz
    from jsonb_array_elements_text(${JSON.stringify(idsOf(true))}::jsonb) d(id)`);
  await recordImported(tx, now, idsOf(false));
  await setRestoredTiers(tx, { verified: idsOf(true), until, reported: idsOf(false) });
}
