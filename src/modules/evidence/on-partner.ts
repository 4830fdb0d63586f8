import { and, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { idsOf, isOf, type OnPartner } from "../partners/public.ts";
import { renewals } from "./renewals/table.ts";
import { deleteFile } from "./uploads/service.ts";
import { evidenceFiles as files } from "./uploads/table.ts";

/** Files and certificates that a partner sent outlive its account; an erasure deletes the files, attached or not. */
export const onPartner: OnPartner = {
  async personalData(tx, who) {
    const rows = await tx.select().from(files).where(isOf(files, who)).orderBy(desc(files.uploadedAt));
    return {
      evidence: rows.map(({ uploadedAt: at, partnerId: _, formerPartner: __, ...fields }) => ({
        ...fields,
        at,
        onErasure: "deleted" as const,
      })),
    };
  },
  renewals: (tx, partnerId) =>
    tx
      .select({
        id: renewals.id,
        at: renewals.sentAt,
        poiId: renewals.poiId,
        issuer: renewals.issuer,
        number: renewals.number,
        validUntil: renewals.validUntil,
        state: renewals.state,
        decidedAt: renewals.decidedAt,
        notes: renewals.notes,
      })
      .from(renewals)
      .where(eq(renewals.partnerId, partnerId))
      .orderBy(desc(renewals.sentAt)),
  linked: async (tx, partnerId) => ({
    files: await tx.select({ id: files.id }).from(files).where(eq(files.partnerId, partnerId)),
    renewals: await tx.select({ id: renewals.id }).from(renewals).where(eq(renewals.partnerId, partnerId)),
  }),
  async unlink(tx, partnerId, formerPartner) {
    await tx.update(files).set({ partnerId: null, formerPartner }).where(eq(files.partnerId, partnerId));
    await tx.update(renewals).set({ partnerId: null }).where(eq(renewals.partnerId, partnerId));
  },
  async restore(tx, _, partnerId, stored) {
    const ofFiles = and(inArray(files.id, idsOf(stored.files)), isNull(files.partnerId));
    await tx
      .update(files)
      .set({ partnerId, formerPartner: null })
      .where(and(ofFiles, isNotNull(files.formerPartner)));
    await tx
      .update(renewals)
      .set({ partnerId })
      .where(and(inArray(renewals.id, idsOf(stored.renewals)), isNull(renewals.partnerId)));
    return [];
  },
  async erase(tx, deps, who) {
    // without a claim, so that the sweep deletes what the store fails to delete after the commit
    const unattached = { claimId: null, renewalId: null, transferId: null };
    const marked = await tx
      .update(files)
      .set({ ...unattached, name: "", formerPartner: null, removedAt: deps.now() })
      .where(isOf(files, who))
      .returning({ id: files.id });
    const ids = marked.map(({ id }) => id);
    return {
      ids,
      kept: [],
      afterCommit: async () => {
        for (const id of ids) await deleteFile(deps, id);
      },
    };
  },
};
