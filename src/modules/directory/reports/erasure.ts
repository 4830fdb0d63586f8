import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { days } from "../../../shared/duration.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { Erasure } from "../../../shared/people/erasure.ts";
import type { PersonalData } from "../../../shared/people/personal-data.ts";
import { deleteMailsBefore } from "../../mail/service.ts";
import { type Applicant, isOf } from "../../partners/former-queries.ts";
import { pois } from "../../places/table.ts";
import * as stored from "./deleted-place/erasure.ts";
import { placeReports as t } from "./table.ts";

const CLEARED = { email: null, emailKey: null, text: "", shownText: null } as const;
/** The page of the place, which is kept in memory, is made again. */
const NEXT_VERSION = { updatedAt: sql`greatest(now(), ${t.updatedAt} + interval '1 millisecond')` };

/** The reports that were sent with an address: what `eraseReportsOf` clears. Called by `people`. */
export async function reportsOf(tx: Tx, email: string): Promise<PersonalData> {
  const rows = await tx
    .select({ row: t, placeName: pois.name })
    .from(t)
    .innerJoin(pois, eq(pois.id, t.poiId))
    .where(eq(t.emailKey, emailKey(email)))
    .orderBy(desc(t.createdAt));
  const reports = rows.map(
    ({ row: { id, createdAt: at, kind, text, email: sentTo, closedAt }, placeName }) => ({
      ...{ id, at, placeName, kind, text, email: sentTo },
      status: closedAt === null ? "open" : "closed",
      onErasure: "cleared" as const,
    }),
  );
  return { reports: [...reports, ...(await stored.reportsOf(tx, email))] };
}

/**
 * Clears the address and the words of a person from reports, published ones and those in the trash too. The cases stay.
 * Called by `people`.
 */
export async function eraseReportsOf(tx: Tx, email: string): Promise<Erasure> {
  const inTrash = await stored.eraseReportsOf(tx, email);
  const cleared = await tx
    .update(t)
    .set({ ...CLEARED, ...NEXT_VERSION })
    .where(eq(t.emailKey, emailKey(email)))
    .returning({ id: t.id });
  // again, for a place that went there in between
  const since = await stored.eraseReportsOf(tx, email);
  return { ids: [...inTrash, ...cleared.map(({ id }) => id), ...since], kept: [] };
}

/** A partner's replies to reports: what `eraseRepliesOf` clears. Called by `partners`. */
export async function repliesOf(tx: Tx, who: Applicant): Promise<PersonalData> {
  const rows = await tx
    .select({ row: t, placeName: pois.name })
    .from(t)
    .innerJoin(pois, eq(pois.id, t.poiId))
    .where(isOf(t, who))
    .orderBy(desc(t.repliedAt));
  const replies = rows.map(({ row: { id, repliedAt, createdAt, kind, reply, shownReply }, placeName }) => ({
    ...{ id, at: repliedAt ?? createdAt, placeName, kind, reply, published: shownReply },
    onErasure: "cleared" as const,
  }));
  return { reportReplies: [...replies, ...(await stored.repliesOf(tx, who))] };
}

/** Clears a partner's replies, published ones and those in the trash too. Returns the ids of the cases. Called by `partners`. */
export async function eraseRepliesOf(tx: Tx, who: Applicant): Promise<readonly string[]> {
  const inTrash = await stored.eraseRepliesOf(tx, who);
  const cleared = await tx
    .update(t)
    .set({ reply: "", shownReply: null, partnerId: null, formerPartner: null, ...NEXT_VERSION })
    .where(isOf(t, who))
    .returning({ id: t.id });
  const since = await stored.eraseRepliesOf(tx, who);
  return [...inTrash, ...cleared.map(({ id }) => id), ...since];
}

/** Links the replies of a partner that is about to be deleted to the hash of its address. Called by `partners`. */
export async function linkToFormer(tx: Tx, partnerId: string, formerPartner: string): Promise<void> {
  await tx.update(t).set({ formerPartner }).where(eq(t.partnerId, partnerId));
  await stored.linkToFormer(tx, partnerId, formerPartner);
}

/** docs/security.md PRI-04 */
const KEPT_AFTER_CLOSING = days(30);
const QUARANTINE_KEPT = days(90);

/**
 * Deletes what is left of closed cases besides what is published: addresses, networks, the words that staff removed, and
 * merged reports. Deletes old reports in the quarantine, and the mails about outcomes.
 */
export async function deleteReporters({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - KEPT_AFTER_CLOSING);
  await db.transaction(async (tx) => {
    const old = tx.select({ id: t.id }).from(t).where(lt(t.closedAt, end));
    await tx.delete(t).where(inArray(t.mergedInto, old));
    const rest = or(isNotNull(t.network), isNotNull(t.emailKey));
    await tx
      .update(t)
      .set({ email: null, emailKey: null, network: null, text: "", reply: "" })
      .where(and(lt(t.closedAt, end), rest));
    const held = and(eq(t.quarantined, true), isNull(t.closedAt));
    await tx.delete(t).where(and(held, lt(t.createdAt, new Date(now().getTime() - QUARANTINE_KEPT))));
    await deleteMailsBefore(tx, "report-outcome", end);
  });
}
