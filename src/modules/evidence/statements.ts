import { sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { lockPlace } from "../places/service.ts";
import { appendRecord } from "./append.ts";

/** The owner's own statement about a new place, such as the name of a certificate that it has. */
export async function recordOwnerStatement(
  tx: Tx,
  deps: Deps,
  poiId: string,
  statement: { readonly partnerId: string; readonly text: string },
): Promise<void> {
  const place = await lockPlace(tx, poiId);
  if (!place || place.category === "mosque") return;
  const by = { source: "owner", byId: statement.partnerId } as const;
  await appendRecord(tx, deps, place, { kind: "statement", note: statement.text, ...by });
}

/**
 * Records that an imported file calls these places halal: third-party data. A place has one such record at most. The
 * import itself has stored the tier that follows: at least reported.
 */
export async function recordImported(tx: Tx, now: Date, poiIds: readonly string[]): Promise<void> {
  if (poiIds.length === 0) return;
  await tx.execute(sql`
    insert into evidence_records (id, poi_id, kind, source, recorded_at)
    select replace(gen_random_uuid()::text, '-', ''), d.id, 'statement', 'import', ${now.toISOString()}::timestamptz
    from jsonb_array_elements_text(${JSON.stringify(poiIds)}::jsonb) d(id)
    where not exists (
      select 1 from evidence_records e where e.poi_id = d.id and e.kind = 'statement' and e.source = 'import'
        and not exists (select 1 from evidence_records r where r.about_id = e.id and r.kind = 'revocation'))`);
}
