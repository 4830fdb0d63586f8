import { and, eq, gte } from "drizzle-orm";
import type { z } from "zod";
import { ISSUER_QUESTION } from "../../copy/en/emails.ts";
import type { ActionContext, Deps, Visitor } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { LINK_PAGES } from "../../shared/people/mails.ts";
import { longDay } from "../../shared/places/days.ts";
import { record } from "../audit/public.ts";
import { issueLink, linkExpired, linkUrl, post, redeemLink } from "../mail/public.ts";
import { appendRecord, auditFields, lockPlaceOf } from "./append.ts";
import { storeAsked } from "./progress.ts";
import type { answerInput } from "./schema.ts";
import { issuers, evidenceRecords as t } from "./table.ts";
import type { RecordRow } from "./tier/rows.ts";

interface IssuerQuestion {
  /** The record of the certificate. */
  readonly row: RecordRow;
  readonly issuer: typeof issuers.$inferSelect;
  readonly place: { readonly name: string; readonly city: string; readonly state: string };
}

/** Asks an issuer by mail whether a certificate is its own. Does nothing for an issuer without an address. */
export async function askIssuer(tx: Tx, deps: Deps, asked: IssuerQuestion): Promise<void> {
  if (asked.issuer.address === "") return;
  // without the number: staff who have yet to read the certificate see the subjects of mails
  const subject = ISSUER_QUESTION.subject(asked.place.name);
  await postQuestion(tx, deps, asked, { kind: "issuer-question", subject, opening: [] });
  await storeAsked(tx, asked.row.id, { askedAt: deps.now(), reminders: 0, remindedAt: null });
}

/** Reminds an issuer that it has not answered. The links of the earlier mails keep working until it answers. */
export function remindIssuer(tx: Tx, deps: Deps, asked: IssuerQuestion, since: Date): Promise<void> {
  const day = longDay(since.toISOString().slice(0, 10));
  return postQuestion(tx, deps, asked, {
    kind: "issuer-reminder",
    subject: ISSUER_QUESTION.reminderSubject(asked.place.name),
    opening: [ISSUER_QUESTION.reminder(day)],
  });
}

interface Question {
  readonly kind: "issuer-question" | "issuer-reminder";
  readonly subject: string;
  readonly opening: readonly string[];
}

async function postQuestion(
  tx: Tx,
  deps: Deps,
  { row, issuer, place }: IssuerQuestion,
  { kind, subject, opening }: Question,
): Promise<void> {
  const data = { address: issuer.address };
  const asked = { kind: "issuer-answer", ownerId: row.id, email: issuer.address, data } as const;
  const link = await issueLink(tx, deps, asked);
  if (!link) return;
  const paragraphs = [
    ISSUER_QUESTION.greeting,
    ...opening,
    ...ISSUER_QUESTION.text({
      brand: deps.settings.brand.name,
      place,
      issuer: issuer.name,
      number: row.number,
      validFrom: row.validFrom,
      validUntil: row.validUntil,
      url: linkUrl(deps, LINK_PAGES.issuerAnswer, link.token),
    }),
  ];
  await post(tx, deps, {
    to: issuer.address,
    kind,
    subject,
    text: paragraphs.join("\n\n"),
    secrets: [link.token],
  });
}

/**
 * An issuer's answer about its certificate, by the link that was mailed to it. Throws 400 for a link that was used, or
 * that was mailed to an address that has been corrected since, and for a place that is not listed: the link then stays
 * valid, because the place may be restored.
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
    const place = await lockPlaceOf(tx, about, notListed);
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

const notListed = () =>
  new DomainError(
    "invalid",
    "This place is no longer in our directory, so there is nothing to answer. Thank you for your help.",
  );

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
