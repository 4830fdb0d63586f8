import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "../../db/client.ts";
import { copyRows, type StoredRow, setBack, storedIds } from "../../db/query/stored-rows.ts";
import type { PersonalRecord } from "../../shared/people/personal-data.ts";
import { ERASED_PARTNER } from "../../shared/reviews/reviews.ts";
import type { StoredRows } from "../audit/public.ts";
import { isOf, type OnPartner, reviewerOf } from "../partners/public.ts";
import { pois } from "../places/public.ts";
import { close } from "./claims/service.ts";
import { poiClaims as claims } from "./claims/table.ts";
import { poiRequests as requests } from "./requests/table.ts";
import { placeProposals as proposals, placeTransfers as transfers } from "./table.ts";
import { closeTransfers, closing } from "./transfers/close.ts";

const CASES = [claims, requests, proposals, transfers] as const;

/**
 * What is pending is closed with the account. Decisions outlive it, and an erasure takes names, texts and proposed values
 * out of them. What was pending waits again for a restored partner, where the place has the owner that it needs; transfers
 * that others asked this partner for stay closed, as they were told so.
 */
export const onPartner: OnPartner = {
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
      claims: claimed.map((row) => recordOf(row)),
      requests: requested.map((row) => recordOf(row, row.poiId === null ? "deleted" : "cleared")),
      proposals: proposed.map((row) => recordOf(row)),
      transfers: asked.map(({ ownerId: _, ...row }) => recordOf(row)),
    };
  },
  copy: async (tx, partnerId) => ({
    claims: await copyRows(tx, claims, eq(claims.partnerId, partnerId)),
    requests: await copyRows(tx, requests, eq(requests.partnerId, partnerId)),
    proposals: await copyRows(tx, proposals, eq(proposals.partnerId, partnerId)),
    transfers: await copyRows(tx, transfers, eq(transfers.partnerId, partnerId)),
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
  async link(tx, partnerId, formerPartner) {
    for (const table of CASES)
      await tx.update(table).set({ formerPartner }).where(eq(table.partnerId, partnerId));
  },
  async restore(tx, _, partnerId, rows) {
    const stored = [rows.claims, rows.requests, rows.proposals, rows.transfers];
    for (const [index, table] of CASES.entries()) {
      const unlinked = and(isNull(table.partnerId), isNotNull(table.formerPartner));
      const own = and(inArray(table.id, storedIds(stored[index])), unlinked);
      await tx.update(table).set({ partnerId, formerPartner: null }).where(own);
    }
    const asked = and(inArray(transfers.id, storedIds(rows.askedTransfers)), isNull(transfers.ownerId));
    await tx.update(transfers).set({ ownerId: partnerId }).where(asked);
    const lost = await reopen(tx, partnerId, rows);
    if (lost === 0) return [];
    if (lost === 1) return ["One claim stays closed: its place has an owner now, or is gone."];
    return [`${lost} claims stay closed: their places have owners now, or are gone.`];
  },
  async erase(tx, _, who) {
    const deleted = await tx
      .delete(requests)
      .where(and(isOf(requests, who), isNull(requests.poiId)))
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
        .set({ ...erased, documents: [] })
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

interface Case {
  readonly id: string;
  readonly submittedAt: Date;
  readonly partnerId: string | null;
  readonly formerPartner: string | null;
  readonly lastDecision: unknown;
}

function recordOf(row: Case, onErasure: "deleted" | "cleared" = "cleared"): PersonalRecord {
  const { submittedAt: at, partnerId: _, formerPartner: __, lastDecision: ___, ...fields } = row;
  return { ...fields, at, onErasure };
}

/** Makes what was pending wait again. Returns how many claims stay closed. */
async function reopen(tx: Tx, partnerId: string, rows: StoredRows): Promise<number> {
  const reopenAll = async (
    table: (typeof CASES)[number],
    stored: readonly StoredRow[] = [],
    condition = sql`true`,
    columns: readonly PgColumn[] = [],
  ): Promise<number> => {
    const pending = stored.filter(({ status }) => status === "pending");
    let reopened = 0;
    // one by one: two places can have been merged since
    for (const row of pending)
      reopened += await setBack(tx, table, {
        rows: [row],
        columns: [table.status, table.reason, table.reviewedAt, ...columns],
        when: sql`${table.reason} = 'partner_deleted' and ${table.partnerId} = ${partnerId} and ${condition}`,
      });
    return pending.length - reopened;
  };
  const another = (table: typeof claims | typeof proposals | typeof transfers, own: boolean) => sql`exists (
    select from ${table} other where other.poi_id = ${table.poiId} and other.status = 'pending'
      ${own ? sql`and other.partner_id = ${partnerId}` : sql``})`;
  const ownedBy = (poiId: PgColumn, owner: SQL) =>
    sql`exists (select from ${pois} where ${pois.id} = ${poiId} and ${pois.ownerId} ${owner})`;
  const { reviewedBy, moreRequestedAt, lastDecision } = claims;
  const lost = await reopenAll(
    claims,
    rows.claims,
    sql`${ownedBy(claims.poiId, sql`is null`)} and not ${another(claims, true)}`,
    [reviewedBy, moreRequestedAt, lastDecision],
  );
  await reopenAll(requests, rows.requests, sql`true`, [requests.reviewedBy, requests.lastDecision]);
  const isOwner = ownedBy(proposals.poiId, sql`= ${partnerId}`);
  await reopenAll(proposals, rows.proposals, sql`${isOwner} and not ${another(proposals, false)}`);
  const isAsked = ownedBy(transfers.poiId, sql`= ${transfers.ownerId}`);
  await reopenAll(transfers, rows.transfers, sql`${isAsked} and not ${another(transfers, true)}`);
  return lost;
}
