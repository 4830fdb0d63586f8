import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { nextUpdatedAtOf } from "../../../db/query/row-version.ts";
import { days } from "../../../shared/duration.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { Erasure, PersonalData } from "../../../shared/people/personal-data.ts";
import { deleteFile, detachPhotos, photosOf } from "../../evidence/public.ts";
import { deleteMailsBefore } from "../../mail/public.ts";
import { idsOf, isOf, type OnPartner } from "../../partners/public.ts";
import { placeNameOf } from "../../places/public.ts";
import { placeReports as t } from "./table.ts";

/** The page of the place, which is cached, is made again. */
const NEXT_VERSION = { updatedAt: nextUpdatedAtOf(sql`now()`, t.updatedAt) };

/** The reports that were sent with an address: what `eraseReportsOf` clears. Called by `people`. */
export async function reportsOf(tx: Tx, email: string): Promise<PersonalData> {
  const rows = await tx
    .select({ row: t, placeName: placeNameOf(t.poiId) })
    .from(t)
    .where(and(eq(t.emailKey, emailKey(email)), isNull(t.deletedAt)))
    .orderBy(desc(t.createdAt));
  const photos = await photosOf(
    tx,
    rows.map(({ row }) => row.id),
  );
  return {
    reports: rows.map(({ row: { id, createdAt: at, kind, text, email: sentTo, closedAt }, placeName }) => ({
      id,
      at,
      placeName,
      kind,
      text,
      email: sentTo,
      hasPhoto: photos.some(({ reportId }) => reportId === id),
      status: closedAt === null ? "open" : "closed",
      onErasure: "cleared" as const,
    })),
  };
}

/**
 * Clears the address and the words of a person from reports and deletes their photos, published ones and those about places in the trash too. The
 * cases stay. Called by `people`.
 */
export async function eraseReportsOf(tx: Tx, deps: Deps, email: string): Promise<Erasure> {
  const cleared = await tx
    .update(t)
    .set({ email: null, emailKey: null, text: "", shownText: null, ...NEXT_VERSION })
    .where(eq(t.emailKey, emailKey(email)))
    .returning({ id: t.id });
  const ids = cleared.map(({ id }) => id);
  const photos = await detachPhotos(tx, deps, "reportId", ids);
  return {
    ids,
    kept: [],
    afterCommit: async () => {
      for (const id of photos) await deleteFile(deps, id);
    },
  };
}

/** Replies outlive the account of the partner who wrote them; an erasure clears them, as it clears reports. */
export const onPartner: OnPartner = {
  async personalData(tx, who) {
    const rows = await tx
      .select({ row: t, placeName: placeNameOf(t.poiId) })
      .from(t)
      .where(isOf(t, who))
      .orderBy(desc(t.repliedAt));
    return {
      reportReplies: rows.map(
        ({ row: { id, repliedAt, createdAt, kind, reply, shownReply }, placeName }) => ({
          id,
          at: repliedAt ?? createdAt,
          placeName,
          kind,
          reply,
          published: shownReply,
          onErasure: "cleared" as const,
        }),
      ),
    };
  },
  linked: async (tx, partnerId) => ({
    replies: await tx.select({ id: t.id }).from(t).where(eq(t.partnerId, partnerId)),
  }),
  async unlink(tx, partnerId, formerPartner) {
    await tx.update(t).set({ partnerId: null, formerPartner }).where(eq(t.partnerId, partnerId));
  },
  async restore(tx, _, partnerId, { replies }) {
    const unlinked = and(isNull(t.partnerId), isNotNull(t.formerPartner));
    await tx
      .update(t)
      .set({ partnerId, formerPartner: null })
      .where(and(inArray(t.id, idsOf(replies)), unlinked));
    return [];
  },
  async erase(tx, _, who) {
    const cleared = await tx
      .update(t)
      .set({ reply: "", shownReply: null, partnerId: null, formerPartner: null, ...NEXT_VERSION })
      .where(isOf(t, who))
      .returning({ id: t.id });
    return { ids: cleared.map(({ id }) => id), kept: [] };
  },
};

/** docs/security.md PRI-04 */
const RETAINED_AFTER_CLOSING = days(30);
const QUARANTINE_KEPT = days(90);

/**
 * Deletes what is left of closed cases besides what is published: addresses, networks, the words that staff removed, and
 * merged reports. Deletes old reports in the quarantine, and the mails about outcomes.
 */
export async function deleteReporters({ db, now }: Deps): Promise<void> {
  const end = new Date(now().getTime() - RETAINED_AFTER_CLOSING);
  await db.transaction(async (tx) => {
    const old = tx.select({ id: t.id }).from(t).where(lt(t.closedAt, end));
    await tx.delete(t).where(inArray(t.mergedInto, old));
    const rest = or(isNotNull(t.network), isNotNull(t.emailKey));
    await tx
      .update(t)
      .set({ email: null, emailKey: null, network: null, text: "", reply: "" })
      .where(and(lt(t.closedAt, end), rest));
    const held = and(eq(t.quarantined, true), isNull(t.closedAt), isNull(t.deletedAt));
    await tx.delete(t).where(and(held, lt(t.createdAt, new Date(now().getTime() - QUARANTINE_KEPT))));
    await deleteMailsBefore(tx, "report-outcome", end);
  });
}
