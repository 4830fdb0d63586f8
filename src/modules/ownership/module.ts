import { and, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Offers } from "../../core/rpc/offers.ts";
import { moveRows, moveRowsBack } from "../../db/query/move-rows.ts";
import { evidenceFiles } from "../evidence/public.ts";
import { currentPois, type PlaceRecords } from "../places/public.ts";
import { deleteOldProofs } from "./claims/proofs/service.ts";
import { poiClaims } from "./claims/table.ts";
import { decisionsPerDay, deleteOldDecisions } from "./decisions.ts";
import { onPartner } from "./on-partner.ts";
import { deleteOldPhotos } from "./photos/service.ts";
import { placePhotos as p } from "./photos/table.ts";
import { poiRequests as r } from "./requests/table.ts";
import { placeProposals, placeTransfers } from "./table.ts";

const sentWith = (table: typeof poiClaims | typeof placeTransfers, of: PgColumn) => ({
  table,
  id: table.id,
  of,
  poiId: table.poiId,
  isOpen: eq(table.status, "pending"),
  decidedBefore: (end: Date) => and(ne(table.status, "pending"), lt(table.reviewedAt, end)),
});

/** The place of a row is listed, and its owner meets the condition. */
const owned = ({ poiId }: Case, owner: SQL) =>
  sql`exists (select from ${currentPois} where ${currentPois.id} = ${poiId} and ${currentPois.ownerId} ${owner})`;

type Case = typeof poiClaims | typeof placeProposals | typeof placeTransfers;

interface Pending {
  /** Why one ends whose place has another one that waits. */
  readonly reason: "merged" | "place_merged";
  /** Whether several partners can have one each. */
  readonly eachPartner: boolean;
  /** Which of those that ended wait again after an undo. */
  readonly waitsAgain: SQL;
}

/**
 * What moves to the place that stays when two are merged. Of two that would both wait for it, the one of the duplicate ends,
 * and waits again once the merge is undone.
 */
const follows = (table: Case, { reason, eachPartner, waitsAgain }: Pending): PlaceRecords => {
  const rows = { table, id: table.id, poiId: table.poiId, state: sql`${table.status}` };
  const samePartner = eachPartner ? sql`and other.partner_id = ${table.partnerId}` : sql``;
  return {
    async move(tx, deps, from, to) {
      const ended = await tx.execute<{ id: string }>(sql`
        update ${table} set status = 'rejected', reason = ${reason}, reviewed_at = ${deps.now().toISOString()}
        where ${table.poiId} = ${from} and ${table.status} = 'pending' and exists (select from ${table} other
          where other.poi_id = ${to} and other.status = 'pending' ${samePartner}) returning ${table.id} as id`);
      return { rows: await moveRows(tx, rows, from, to), ended: ended.rows.map(({ id }) => id) };
    },
    async moveBack(tx, moved, from, to) {
      const left = await moveRowsBack(tx, rows, moved.rows, from, to);
      await tx.execute(sql`
        update ${table} set status = 'pending', reason = null, reviewed_at = null
        where ${inArray(table.id, [...moved.ended])} and ${table.poiId} = ${to} and ${table.reason} = ${reason} and ${waitsAgain}`);
      return left;
    },
  };
};

const PHOTOS = { table: p, id: p.id, poiId: p.poiId, state: sql`${p.state}` } as const;
const REQUESTS = { table: r, id: r.id, poiId: r.poiId, state: sql`${r.status}` } as const;

export const ownership: Offers = {
  placeInUse: (poiId) => {
    const tables = [poiClaims, r, placeProposals, placeTransfers, p];
    return sql`(${sql.join(
      tables.map((table) => sql`exists (select from ${table} where ${table.poiId} = ${poiId})`),
      sql` or `,
    )})`;
  },
  trends: async (deps, since) => ({ decisions: await decisionsPerDay(deps, since) }),
  noteSubjects: {
    claim: { table: poiClaims, id: poiClaims.id, roles: ["partner_manager", "admin", "super_admin"] },
    request: { table: r, id: r.id, roles: ["partner_manager", "admin", "super_admin"] },
  },
  retention: [deleteOldDecisions, deleteOldPhotos, deleteOldProofs],
  onPartner,
  recordNames: {
    claim: { table: poiClaims, id: poiClaims.id, name: poiClaims.poiName },
    request: { table: r, id: r.id, name: r.name },
  },
  filePurposes: [
    sentWith(poiClaims, evidenceFiles.claimId),
    sentWith(placeTransfers, evidenceFiles.transferId),
    {
      ...{ table: p, id: p.id, of: evidenceFiles.photoId, poiId: p.poiId },
      isOpen: eq(p.state, "waiting"),
      decidedBefore: () => sql`false`, // its bytes are deleted with the photo
    },
  ],
  placeRecords: {
    // rival claims stay pending
    claims: follows(poiClaims, {
      reason: "place_merged",
      eachPartner: true,
      waitsAgain: sql`${poiClaims.partnerId} is not null and ${owned(poiClaims, sql`is null`)}`,
    }),
    requests: {
      move: async (tx, _, from, to) => ({ rows: await moveRows(tx, REQUESTS, from, to), ended: [] }),
      moveBack: (tx, { rows }, from, to) => moveRowsBack(tx, REQUESTS, rows, from, to),
    },
    photos: {
      move: async (tx, _, from, to) => ({ rows: await moveRows(tx, PHOTOS, from, to), ended: [] }),
      moveBack: (tx, { rows }, from, to) => moveRowsBack(tx, PHOTOS, rows, from, to),
    },
    proposals: follows(placeProposals, {
      reason: "merged",
      eachPartner: false,
      waitsAgain: owned(placeProposals, sql`= ${placeProposals.partnerId}`),
    }),
    transfers: follows(placeTransfers, {
      reason: "merged",
      eachPartner: true,
      waitsAgain: sql`${placeTransfers.partnerId} is not null and ${owned(placeTransfers, sql`= ${placeTransfers.ownerId}`)}`,
    }),
  },
};
