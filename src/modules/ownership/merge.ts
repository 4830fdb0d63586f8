import { sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { moveRows, moveRowsBack } from "../../db/query/move-rows.ts";
import type { MovedRows } from "../../shared/places/merged-rows.ts";
import type { ClosingReason } from "../../shared/places/ownership.ts";
import { placeProposals as p, placeTransfers as t } from "./table.ts";

const PROPOSALS = { table: p, id: p.id, poiId: p.poiId, state: sql`${p.status}` } as const;
const TRANSFERS = { table: t, id: t.id, poiId: t.poiId, state: sql`${t.status}` } as const;
const MERGED: ClosingReason = "merged";

const idsIn = (ended: readonly string[]) => sql`any(${`{${ended.join(",")}}`}::text[])`;

/** Moves the changes of a duplicate that its owner proposed. If both places have one that waits, the duplicate's ends. */
export async function moveProposals(tx: Tx, deps: Deps, from: string, to: string): Promise<MovedRows> {
  const ended = await tx.execute<{ id: string }>(sql`
    update place_proposals d set status = 'rejected', reason = ${MERGED}, reviewed_at = ${deps.now().toISOString()}
    where d.poi_id = ${from} and d.status = 'pending' and exists (select from place_proposals k
      where k.poi_id = ${to} and k.status = 'pending') returning id`);
  const rows = await moveRows(tx, PROPOSALS, from, to);
  return { rows, ended: ended.rows.map(({ id }) => id) };
}

/** Moves the requests for a duplicate that has an owner. Of one partner's requests for both, the duplicate's ends. */
export async function moveTransfers(tx: Tx, deps: Deps, from: string, to: string): Promise<MovedRows> {
  const ended = await tx.execute<{ id: string }>(sql`
    update place_transfers d set status = 'rejected', reason = ${MERGED}, reviewed_at = ${deps.now().toISOString()}
    where d.poi_id = ${from} and d.status = 'pending' and exists (select from place_transfers k
      where k.poi_id = ${to} and k.status = 'pending' and k.partner_id = d.partner_id) returning id`);
  const rows = await moveRows(tx, TRANSFERS, from, to);
  return { rows, ended: ended.rows.map(({ id }) => id) };
}

/** Undoes `moveProposals`, where the owner is the same. Returns how many have been decided since and stay. */
export async function moveProposalsBack(
  tx: Tx,
  { rows, ended }: MovedRows,
  from: string,
  to: string,
): Promise<number> {
  const left = await moveRowsBack(tx, PROPOSALS, rows, from, to);
  await tx.execute(sql`
    update place_proposals set status = 'pending', reason = null, reviewed_at = null
    where id = ${idsIn(ended)} and poi_id = ${to} and reason = ${MERGED}
      and exists (select from pois where pois.id = ${to} and pois.owner_id = place_proposals.partner_id)`);
  return left;
}

/** Undoes `moveTransfers`, where the owner is the same. Returns how many have been decided since and stay. */
export async function moveTransfersBack(
  tx: Tx,
  { rows, ended }: MovedRows,
  from: string,
  to: string,
): Promise<number> {
  const left = await moveRowsBack(tx, TRANSFERS, rows, from, to);
  await tx.execute(sql`
    update place_transfers set status = 'pending', reason = null, reviewed_at = null
    where id = ${idsIn(ended)} and poi_id = ${to} and reason = ${MERGED} and partner_id is not null
      and exists (select from pois where pois.id = ${to} and pois.owner_id = place_transfers.owner_id)`);
  return left;
}
