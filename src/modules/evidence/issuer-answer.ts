import { and, eq, gte } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Visitor } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import { record } from "../audit/public.ts";
import { linkExpired, redeemLink } from "../mail/public.ts";
import { appendRecord, auditFields, lockPlaceOf } from "./append.ts";
import type { answerInput } from "./schema.ts";
import { issuers, evidenceRecords as t } from "./table.ts";

/**
 * An issuer's answer about its certificate, by the link that was mailed to it. Throws 400 for a link that was used, or that
 * was mailed to an address that has been corrected since.
 */
export function answer(
  ctx: ActionContext<Visitor>,
  { token, answer, validUntil }: z.output<typeof answerInput>,
): Promise<{ success: true }> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const { ownerId, issuedAt, data } = await redeemLink(tx, deps, "issuer-answer", token);
    const [about] = await tx.select().from(t).where(eq(t.id, ownerId));
    if (!about) throw linkExpired();
    const place = await lockPlaceOf(tx, about);
    if (await isCorrected(tx, about.issuerId, data.address)) throw linkExpired();
    if (await isAnsweredSince(tx, ownerId, issuedAt)) throw linkExpired();
    const { poiId, issuerId } = about;
    const values = { kind: "answer", source: "issuer", poiId, aboutId: ownerId, issuerId } as const;
    const row = await appendRecord(tx, deps, place, {
      ...values,
      answer,
      validUntil: validUntil ?? null,
    });
    await record(tx, ctx, { subject: place.id, after: auditFields(row) });
    return { success: true };
  });
}

/** Whether the register has had another address since the mail: a person with the old one is not the issuer. */
async function isCorrected(tx: Tx, issuerId: string | null, mailedTo: string | undefined): Promise<boolean> {
  if (mailedTo === undefined || issuerId === null) return false;
  const [issuer] = await tx
    .select({ address: issuers.address })
    .from(issuers)
    .where(eq(issuers.id, issuerId));
  return issuer === undefined || emailKey(issuer.address) !== emailKey(mailedTo);
}

/** A question and its reminders have a link each; the first answer ends them all. */
async function isAnsweredSince(tx: Tx, certificateId: string, since: Date): Promise<boolean> {
  const answers = and(eq(t.aboutId, certificateId), eq(t.kind, "answer"), gte(t.recordedAt, since));
  const [row] = await tx.select({ id: t.id }).from(t).where(answers).limit(1);
  return row !== undefined;
}
