import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Offers } from "../../core/rpc/offers.ts";
import type { Tx } from "../../db/client.ts";
import { moveRows, moveRowsBack } from "../../db/query/move-rows.ts";
import type { PersonalRecord } from "../../shared/people/personal-data.ts";
import { ERASED_PARTNER, type LastDecision } from "../../shared/reviews/reviews.ts";
import { evidenceFiles } from "../evidence/public.ts";
import { idsOf, isOf, type OnPartner, reviewerOf, type Unlinked } from "../partners/public.ts";
import { currentPois, type PlaceRecords, withCurrentPlaces } from "../places/public.ts";
import { deleteOldProofs } from "./claims/proofs/service.ts";
import { close } from "./claims/service.ts";
import { poiClaims as claims, poiClaims } from "./claims/table.ts";
import { decisionsPerDay, deleteOldDecisions } from "./decisions.ts";
import { deleteOldPhotos } from "./photos/service.ts";
import { placePhotos as p, placePhotos as photos } from "./photos/table.ts";
import { poiRequests as r, poiRequests as requests } from "./requests/table.ts";
import {
  placeProposals,
  placeTransfers,
  placeProposals as proposals,
  placeTransfers as transfers,
} from "./table.ts";
import { closeTransfers, closing } from "./transfers/close.ts";

const CASES = [claims, requests, proposals, transfers] as const;

/**
 * What is pending is closed with the account. Decisions outlive it, and an erasure takes names, texts and proposed values
 * out of them. What was pending waits again for a restored partner, where the place has the owner that it needs; transfers
 * that others asked this partner for stay closed, as they were told so.
 */
const onPartner: OnPartner = {
  async personalData(tx, who) {
    const claimed = await tx.select().from(claims).where(isOf(claims, who)).orderBy(desc(claims.submittedAt));
    const requested = await tx
      .select()
      .from(requests)
      .where(isOf(requests, who))
      .orderBy(desc(requests.submittedAt));
    const proposed = await tx
      .select()
      .from(proposals)
      .where(isOf(proposals, who))
      .orderBy(desc(proposals.submittedAt));
    const asked = await tx
      .select()
      .from(transfers)
      .where(isOf(transfers, who))
      .orderBy(desc(transfers.submittedAt));
    return {
      claims: (await withCurrentPlaces(tx, claimed)).map((row) => recordOf(row)),
      requests: (await withCurrentPlaces(tx, requested)).map((row) =>
        recordOf(row, row.poiId === null ? "deleted" : "cleared"),
      ),
      proposals: (await withCurrentPlaces(tx, proposed)).map((row) => recordOf(row)),
      transfers: (await withCurrentPlaces(tx, asked)).map(({ ownerId: _, ...row }) => recordOf(row)),
    };
  },
  linked: async (tx, partnerId) => ({
    claims: await linkedTo(tx, claims, partnerId),
    requests: await linkedTo(tx, requests, partnerId),
    proposals: await linkedTo(tx, proposals, partnerId),
    transfers: await linkedTo(tx, transfers, partnerId),
    photos: await tx.select({ id: photos.id }).from(photos).where(eq(photos.partnerId, partnerId)),
    // which `close` clears, and a claim that waits again needs
    asked: await tx
      .select({ id: claims.id, moreRequestedAt: claims.moreRequestedAt, lastDecision: claims.lastDecision })
      .from(claims)
      .where(
        and(
          eq(claims.partnerId, partnerId),
          eq(claims.status, "pending"),
          or(isNotNull(claims.moreRequestedAt), isNotNull(claims.lastDecision)),
        ),
      ),
    askedTransfers: await tx
      .select({ id: transfers.id })
      .from(transfers)
      .where(eq(transfers.ownerId, partnerId)),
  }),
  async close(tx, ctx, partnerId) {
    const reason = "partner_deleted";
    const pendingOf = (table: (typeof CASES)[number]) =>
      and(eq(table.partnerId, partnerId), eq(table.status, "pending"));
    const open = await tx
      .select({ id: claims.id })
      .from(claims)
      .where(pendingOf(claims))
      .orderBy(claims.id)
      .for("update");
    await close(tx, ctx, open, { status: "rejected", reason });
    const closed = {
      ...closing(ctx.deps, reason),
      lastDecision: null,
      reviewedBy: reviewerOf(ctx.principal),
    };
    const { rowCount } = await tx.update(requests).set(closed).where(pendingOf(requests));
    for (const table of [proposals, transfers])
      await tx.update(table).set(closing(ctx.deps, reason)).where(pendingOf(table));
    await closeTransfers(tx, ctx.deps, eq(transfers.ownerId, partnerId), "released");
    return { closedClaims: open.length, closedRequests: rowCount };
  },
  async unlink(tx, partnerId, formerPartner) {
    for (const table of CASES)
      await tx.update(table).set({ partnerId: null, formerPartner }).where(eq(table.partnerId, partnerId));
    await tx.update(photos).set({ partnerId: null, formerPartner }).where(eq(photos.partnerId, partnerId));
    await tx.update(transfers).set({ ownerId: null }).where(eq(transfers.ownerId, partnerId));
  },
  async restore(tx, _, partnerId, unlinked) {
    const ids = [unlinked.claims, unlinked.requests, unlinked.proposals, unlinked.transfers].map(idsOf);
    for (const [index, table] of CASES.entries()) {
      const free = and(isNull(table.partnerId), isNotNull(table.formerPartner));
      const own = and(inArray(table.id, ids[index] ?? []), free);
      await tx.update(table).set({ partnerId, formerPartner: null }).where(own);
    }
    await tx
      .update(photos)
      .set({ partnerId, formerPartner: null })
      .where(and(inArray(photos.id, idsOf(unlinked.photos)), isNull(photos.partnerId)));
    const asked = and(inArray(transfers.id, idsOf(unlinked.askedTransfers)), isNull(transfers.ownerId));
    await tx.update(transfers).set({ ownerId: partnerId }).where(asked);
    const lost = await reopen(tx, partnerId, unlinked);
    if (lost === 0) return [];
    if (lost === 1) return ["One claim stays closed: its place has an owner now, or is gone."];
    return [`${lost} claims stay closed: their places have owners now, or are gone.`];
  },
  async erase(tx, _, who) {
    await tx.delete(photos).where(isOf(photos, who)); // evidence deletes their files
    const deleted = await tx
      .delete(requests)
      .where(
        and(
          isOf(requests, who),
          notExists(tx.select().from(currentPois).where(eq(currentPois.id, requests.poiId))),
        ),
      )
      .returning({ id: requests.id });
    const erased = { partnerName: ERASED_PARTNER, notes: "", formerPartner: null, lastDecision: null };
    const decisions = [
      ...(await tx
        .update(claims)
        .set({ ...erased, documents: [] })
        .where(isOf(claims, who))
        .returning({ id: claims.id })),
      ...(await tx.update(requests).set(erased).where(isOf(requests, who)).returning({ id: requests.id })),
      ...(await tx
        .update(proposals)
        .set({ ...erased, fields: {}, before: {} })
        .where(isOf(proposals, who))
        .returning({ id: proposals.id })),
      ...(await tx
        .update(transfers)
        .set({ ...erased, why: null, explanation: "", documents: [] })
        .where(isOf(transfers, who))
        .returning({ id: transfers.id })),
    ];
    return {
      ids: [...decisions, ...deleted].map(({ id }) => id),
      kept: [],
      unlinked: decisions.length === 0 ? [] : [{ ...KEPT_DECISIONS, count: decisions.length }],
    };
  },
};

const KEPT_DECISIONS = {
  what: "Decisions on claims, requests, changes and transfers, without names, texts and files",
  why: "They record why a place has or had an owner.",
  until: null,
};

interface CaseRow {
  readonly id: string;
  readonly submittedAt: Date;
  readonly partnerId: string | null;
  readonly formerPartner: string | null;
  readonly lastDecision: unknown;
}

function recordOf(row: CaseRow, onErasure: "deleted" | "cleared" = "cleared"): PersonalRecord {
  const { submittedAt: at, partnerId: _, formerPartner: __, lastDecision: ___, ...fields } = row;
  return { ...fields, at, onErasure };
}

const linkedTo = (tx: Tx, table: (typeof CASES)[number], partnerId: string) =>
  tx.select({ id: table.id, status: table.status }).from(table).where(eq(table.partnerId, partnerId));

/** Makes what was pending wait again. Returns how many claims stay closed. */
async function reopen(tx: Tx, partnerId: string, unlinked: Unlinked): Promise<number> {
  const reopenAll = async (
    table: (typeof CASES)[number],
    linked: Unlinked[string] = [],
    condition = sql`true`,
  ): Promise<number> => {
    const pending = linked.filter(({ status }) => status === "pending");
    let lost = 0;
    // one by one: two places can have been merged since
    for (const { id } of pending) {
      const own = and(eq(table.id, id), eq(table.partnerId, partnerId), eq(table.reason, "partner_deleted"));
      const set = { status: "pending", reason: null, reviewedAt: null, reviewedBy: null } as const;
      const { rowCount } = await tx.update(table).set(set).where(and(own, condition));
      lost += 1 - rowCount;
    }
    return lost;
  };
  const another = (table: typeof claims | typeof proposals | typeof transfers, own: boolean) => sql`exists (
    select from ${table} other where other.poi_id = ${table.poiId} and other.status = 'pending'
      ${own ? sql`and other.partner_id = ${partnerId}` : sql``})`;
  const ownedBy = (poiId: PgColumn, owner: SQL) =>
    sql`exists (select from ${currentPois} where ${currentPois.id} = ${poiId} and ${currentPois.ownerId} ${owner})`;
  const isFree = ownedBy(claims.poiId, sql`is null`);
  const lost = await reopenAll(claims, unlinked.claims, sql`${isFree} and not ${another(claims, true)}`);
  for (const { id, moreRequestedAt, lastDecision } of unlinked.asked ?? [])
    await tx
      .update(claims)
      .set({
        moreRequestedAt: moreRequestedAt === null ? null : new Date(String(moreRequestedAt)),
        lastDecision: lastDecision as LastDecision | null, // of the column of that type
      })
      .where(and(eq(claims.id, id), eq(claims.status, "pending")));
  await reopenAll(requests, unlinked.requests);
  const isOwner = ownedBy(proposals.poiId, sql`= ${partnerId}`);
  await reopenAll(proposals, unlinked.proposals, sql`${isOwner} and not ${another(proposals, false)}`);
  const isAsked = ownedBy(transfers.poiId, sql`= ${transfers.ownerId}`);
  await reopenAll(transfers, unlinked.transfers, sql`${isAsked} and not ${another(transfers, true)}`);
  return lost;
}

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
