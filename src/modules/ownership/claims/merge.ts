import { sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { moveRows, moveRowsBack } from "../../../db/query/move-rows.ts";
import type { MovedRows } from "../../../shared/places/merged-rows.ts";
import { poiClaims as t } from "./table.ts";

const CLAIMS = { table: t, id: t.id, poiId: t.poiId, state: sql`${t.status}` } as const;
const MERGED = "place_merged";

/**
 * Moves the claims on a duplicate to the place that stays. Rival claims stay pending; of one partner's pending claims on both,
 * the one on the duplicate ends.
 */
export async function moveClaims(tx: Tx, deps: Deps, from: string, to: string): Promise<MovedRows> {
  const ended = await tx.execute<{ id: string }>(sql`
    update poi_claims d set status = 'rejected', reason = ${MERGED}, reviewed_at = ${deps.now().toISOString()}
    where d.poi_id = ${from} and d.status = 'pending' and exists (select from poi_claims k
      where k.poi_id = ${to} and k.status = 'pending' and k.partner_id = d.partner_id) returning id`);
  const rows = await moveRows(tx, CLAIMS, from, to);
  return { rows, ended: ended.rows.map(({ id }) => id) };
}

/** Undoes `moveClaims`, for partners that still exist. Returns how many have been changed since and stay. */
export async function moveClaimsBack(
  tx: Tx,
  { rows, ended }: MovedRows,
  from: string,
  to: string,
): Promise<number> {
  const left = await moveRowsBack(tx, CLAIMS, rows, from, to);
  await tx.execute(sql`
    update poi_claims set status = 'pending', reason = null, reviewed_at = null
    where id = any(${sql.param(`{${ended.join(",")}}`)}::text[]) and poi_id = ${to} and reason = ${MERGED}
      and partner_id is not null and exists (select from pois where pois.id = ${to} and pois.owner_id is null)`);
  return left;
}
