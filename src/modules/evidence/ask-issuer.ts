import { ISSUER_QUESTION } from "../../copy/en/emails.ts";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { LINK_PAGES } from "../../shared/people/mails.ts";
import { longDay } from "../../shared/places/days.ts";
import { issueLink, linkUrl, post } from "../mail/public.ts";
import { storeAsked } from "./progress/service.ts";
import type { issuers } from "./table.ts";
import type { RecordRow } from "./tier/record-of.ts";

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
