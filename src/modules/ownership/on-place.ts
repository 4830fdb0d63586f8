import { sql } from "drizzle-orm";
import type { Deps } from "../../core/rpc/context.ts";
import type { Offers } from "../../core/rpc/offers.ts";
import type { Tx } from "../../db/client.ts";
import { moveRows, moveRowsBack } from "../../db/query/move-rows.ts";
import type { MovedRows } from "../../shared/places/facts.ts";
import type { ClosingReason } from "../../shared/places/places.ts";
import { currentPois } from "../places/public.ts";
import { poiClaims as c } from "./claims/table.ts";
import { poiRequests as r } from "./requests/table.ts";
import { placeProposals as p, placeTransfers as t } from "./table.ts";

const CLAIMS = { table: c, id: c.id, poiId: c.poiId, state: sql`${c.status}` } as const;
const PROPOSALS = { table: p, id: p.id, poiId: p.poiId, state: sql`${p.status}` } as const;
const TRANSFERS = { table: t, id: t.id, poiId: t.poiId, state: sql`${t.status}` } as const;
const MERGED: ClosingReason = "merged";
const idsIn = (ended: readonly string[]) => sql`any(${`{${ended.join(",")}}`}::text[])`;
const REQUESTS = { table: r, id: r.id, poiId: r.poiId, state: sql`${r.status}` } as const;
const CLAIM_MERGED = "place_merged";

/** What happens to claims, requests, proposals and transfers when places are merged. */
export const onPlace = {
  placeRecords: {
    claims: { move: moveClaims, moveBack: moveClaimsBack },
    requests: { move: moveRequests, moveBack: moveRequestsBack },
    proposals: { move: moveProposals, moveBack: moveProposalsBack },
    transfers: { move: moveTransfers, moveBack: moveTransfersBack },
  },
} satisfies Offers;

/**
 * Moves the claims on a duplicate to the place that stays. Rival claims stay pending; of one partner's pending claims on both,
 * the one on the duplicate ends.
 */
async function moveClaims(tx: Tx, deps: Deps, from: string, to: string): Promise<MovedRows> {
  const ended = await tx.execute<{ id: string }>(sql`
    update poi_claims d set status = 'rejected', reason = ${CLAIM_MERGED}, reviewed_at = ${deps.now().toISOString()}
    where d.poi_id = ${from} and d.status = 'pending' and exists (select from poi_claims k
      where k.poi_id = ${to} and k.status = 'pending' and k.partner_id = d.partner_id) returning id`);
  const rows = await moveRows(tx, CLAIMS, from, to);
  return { rows, ended: ended.rows.map(({ id }) => id) };
}

/** Undoes `moveClaims`, for partners that still exist. Returns how many have been changed since and stay. */
async function moveClaimsBack(tx: Tx, { rows, ended }: MovedRows, from: string, to: string): Promise<number> {
  const left = await moveRowsBack(tx, CLAIMS, rows, from, to);
  await tx.execute(sql`
    update poi_claims set status = 'pending', reason = null, reviewed_at = null
    where id = ${idsIn(ended)} and poi_id = ${to} and reason = ${CLAIM_MERGED}
      and partner_id is not null and exists (select from ${currentPois} where ${currentPois.id} = ${to} and ${currentPois.ownerId} is null)`);
  return left;
}

/** Moves the changes of a duplicate that its owner proposed. If both places have one that waits, the duplicate's ends. */
async function moveProposals(tx: Tx, deps: Deps, from: string, to: string): Promise<MovedRows> {
  const ended = await tx.execute<{ id: string }>(sql`
    update place_proposals d set status = 'rejected', reason = ${MERGED}, reviewed_at = ${deps.now().toISOString()}
    where d.poi_id = ${from} and d.status = 'pending' and exists (select from place_proposals k
      where k.poi_id = ${to} and k.status = 'pending') returning id`);
  const rows = await moveRows(tx, PROPOSALS, from, to);
  return { rows, ended: ended.rows.map(({ id }) => id) };
}

/** Moves the requests for a duplicate that has an owner. Of one partner's requests for both, the duplicate's ends. */
async function moveTransfers(tx: Tx, deps: Deps, from: string, to: string): Promise<MovedRows> {
  const ended = await tx.execute<{ id: string }>(sql`
    update place_transfers d set status = 'rejected', reason = ${MERGED}, reviewed_at = ${deps.now().toISOString()}
    where d.poi_id = ${from} and d.status = 'pending' and exists (select from place_transfers k
      where k.poi_id = ${to} and k.status = 'pending' and k.partner_id = d.partner_id) returning id`);
  const rows = await moveRows(tx, TRANSFERS, from, to);
  return { rows, ended: ended.rows.map(({ id }) => id) };
}

/** Undoes `moveProposals`, where the owner is the same. Returns how many have been decided since and stay. */
async function moveProposalsBack(
  tx: Tx,
  { rows, ended }: MovedRows,
  from: string,
  to: string,
): Promise<number> {
  const left = await moveRowsBack(tx, PROPOSALS, rows, from, to);
  await tx.execute(sql`
    update place_proposals set status = 'pending', reason = null, reviewed_at = null
    where id = ${idsIn(ended)} and poi_id = ${to} and reason = ${MERGED}
      and exists (select from ${currentPois} where ${currentPois.id} = ${to} and ${currentPois.ownerId} = place_proposals.partner_id)`);
  return left;
}

/** Undoes `moveTransfers`, where the owner is the same. Returns how many have been decided since and stay. */
async function moveTransfersBack(
  tx: Tx,
  { rows, ended }: MovedRows,
  from: string,
  to: string,
): Promise<number> {
  const left = await moveRowsBack(tx, TRANSFERS, rows, from, to);
  await tx.execute(sql`
    update place_transfers set status = 'pending', reason = null, reviewed_at = null
    where id = ${idsIn(ended)} and poi_id = ${to} and reason = ${MERGED} and partner_id is not null
      and exists (select from ${currentPois} where ${currentPois.id} = ${to} and ${currentPois.ownerId} = place_transfers.owner_id)`);
  return left;
}

/** The request that created a duplicate names the place that stays. */
async function moveRequests(tx: Tx, _: Deps, from: string, to: string): Promise<MovedRows> {
  return { rows: await moveRows(tx, REQUESTS, from, to), ended: [] };
}

/** Undoes `moveRequests`. Returns how many have been changed since and stay. */
function moveRequestsBack(tx: Tx, { rows }: MovedRows, from: string, to: string): Promise<number> {
  return moveRowsBack(tx, REQUESTS, rows, from, to);
}
