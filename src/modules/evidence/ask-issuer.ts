import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { LINK_PAGES } from "../../shared/mails/link-pages.ts";
import { longDay } from "../../shared/places/day.ts";
import { issueLink } from "../mail/links/service.ts";
import { linkUrl, post } from "../mail/service.ts";
import { storeAsked } from "./progress/service.ts";
import type { issuers } from "./table.ts";
import type { RecordRow } from "./tier/record-of.ts";

interface Asked {
  /** The record of the certificate. */
  readonly row: RecordRow;
  readonly issuer: typeof issuers.$inferSelect;
  readonly place: { readonly name: string; readonly city: string; readonly state: string };
}

/** Asks an issuer by mail whether a certificate is its own. Does nothing for an issuer without an address. */
export async function askIssuer(tx: Tx, deps: Deps, asked: Asked): Promise<void> {
  if (asked.issuer.address === "") return;
  // without the number: staff who have yet to read the certificate see the subjects of mails
  const subject = `Is the halal certificate of ${asked.place.name} yours?`;
  await postQuestion(tx, deps, asked, { kind: "issuer-question", subject, opening: [] });
  await storeAsked(tx, asked.row.id, { askedAt: deps.now(), reminders: 0, remindedAt: null });
}

/** Reminds an issuer that it has not answered. The links of the earlier mails keep working until it answers. */
export function remindIssuer(tx: Tx, deps: Deps, asked: Asked, since: Date): Promise<void> {
  const day = longDay(since.toISOString().slice(0, 10));
  return postQuestion(tx, deps, asked, {
    kind: "issuer-reminder",
    subject: `Reminder: is the halal certificate of ${asked.place.name} yours?`,
    opening: [`We wrote to you on ${day} and have not heard from you yet.`],
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
  { row, issuer, place }: Asked,
  { kind, subject, opening }: Question,
): Promise<void> {
  const data = { address: issuer.address };
  const asked = { kind: "issuer-answer", ownerId: row.id, email: issuer.address, data } as const;
  const link = await issueLink(tx, deps, asked);
  if (!link) return;
  const { brand } = deps.settings;
  const paragraphs = [
    "Hello,",
    ...opening,
    `${brand.name} helps people find halal food. We check each halal certificate with the body that issued it.`,
    `${place.name} in ${place.city}, ${place.state} has a halal certificate from ${issuer.name}:`,
    `Number: ${row.number}\nValid from ${row.validFrom} to ${row.validUntil}`,
    "Please tell us whether it is valid, revoked or not yours. You do not need an account.",
    `Answer about this certificate:\n${linkUrl(deps, LINK_PAGES.issuerAnswer, link.token)}`,
    "The link works once, for 60 days.",
    brand.name,
  ];
  await post(tx, deps, {
    to: issuer.address,
    kind,
    subject,
    text: paragraphs.join("\n\n"),
    secrets: [link.token],
  });
}
