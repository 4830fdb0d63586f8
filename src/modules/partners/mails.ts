import { PARTNER_NOTICES, PARTNER_VERIFIED, PARTNER_WELCOME } from "../../copy/en/partner-emails.ts";
import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { days } from "../../shared/duration.ts";
import type { MailKind } from "../../shared/people/mails.ts";
import { countMails, mailText, type NoticeContext, pageUrl, post, postNotice } from "../mail/public.ts";
import { confirmationOf, secretsOf } from "./email/mails.ts";

// No user input: addresses are unverified, and these mails must not carry a stranger's text to them.

/** Mails the next steps after registration, and how to confirm the address. Null: its link was mailed a moment ago. */
export function postWelcome(
  tx: Tx,
  deps: Deps,
  to: string,
  link: { readonly token: string; readonly code: string } | null,
): Promise<void> {
  const { name, contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    ...PARTNER_WELCOME.text(link && confirmationOf(deps, link), pageUrl(deps, "/partner/auth"), contactEmail),
  );
  const secrets = link ? secretsOf(link) : [];
  return post(tx, deps, {
    to,
    subject: PARTNER_WELCOME.subject(name),
    text,
    kind: "partner-welcome",
    secrets,
  });
}

/** Confirmations of one mailbox within a day, under all of its addresses (docs/limits.md): strangers can register any of them. */
const CONFIRMATIONS_A_DAY = 5;
const CONFIRMATIONS = ["partner-welcome", "partner-confirm"];

/** Whether a mailbox has been sent its confirmations of the day. */
export async function isMailboxFull(tx: Tx, deps: Deps, to: string): Promise<boolean> {
  const since = new Date(deps.now().getTime() - days(1));
  return (await countMails(tx, to, CONFIRMATIONS, since)) >= CONFIRMATIONS_A_DAY;
}

/** Mails that a manager has verified the business. */
export function postVerified(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { name } = deps.settings.brand;
  const text = mailText(deps, ...PARTNER_VERIFIED.text(name, pageUrl(deps, "/partner")));
  return post(tx, deps, { to, subject: PARTNER_VERIFIED.subject, text, kind: "partner-verified" });
}

/** What an account's owner is told, in case someone else did it. */
const NOTICE_KINDS = {
  passkeyAdded: "partner-passkey-added",
  passwordChanged: "partner-password",
  sessionsEnded: "partner-sessions-ended",
  passwordReset: "partner-password",
} as const satisfies Record<keyof typeof PARTNER_NOTICES, MailKind>;

/** Tells an account's owner, with a link that locks the account. */
export const notifyOwner = (
  tx: Tx,
  ctx: NoticeContext,
  { id, email }: { readonly id: string; readonly email: string },
  notice: keyof typeof NOTICE_KINDS,
): Promise<void> =>
  postNotice(
    tx,
    ctx,
    { kind: "partner", id, email },
    { kind: NOTICE_KINDS[notice], ...PARTNER_NOTICES[notice] },
  );
