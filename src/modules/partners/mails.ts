import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { type NoticeContext, postNotice } from "../mail/notices.ts";
import { mailText, pageUrl, post } from "../mail/service.ts";
import { confirmation, secretsOf } from "./email/mails.ts";

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
    ...(link ? ["Your partner account is ready. One step is left.", ...confirmation(deps, link)] : []),
    link ? "Sign in here:" : "Your partner account is ready. Sign in here:",
    pageUrl(deps, "/partner/auth"),
    "What happens next: search for your place and claim it, or ask us to add it. We look at every claim ourselves and make contact within 3-5 business days.",
    `If you did not ask for an account, write to ${contactEmail} and we will delete it.`,
  );
  const secrets = link ? secretsOf(link) : [];
  return post(tx, deps, { to, subject: `Welcome to ${name}`, text, kind: "partner-welcome", secrets });
}

/** Mails that a manager has verified the business. */
export function postVerified(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { name } = deps.settings.brand;
  const text = mailText(
    deps,
    `Good news: your business is now a verified partner of ${name}. Your portal shows the badge from today:`,
    pageUrl(deps, "/partner"),
    "Thank you for being part of this.",
  );
  return post(tx, deps, { to, subject: "Your business is verified", text, kind: "partner-verified" });
}

/** What an account's owner is told, in case someone else did it. */
const OWNER_NOTICES = {
  passkeyAdded: {
    kind: "partner-passkey-added",
    subject: "Your account has a new passkey",
    text: ["A passkey was added to your partner account. It signs in without the password."],
  },
  passwordChanged: {
    kind: "partner-password",
    subject: "Your password was changed",
    text: ["The password of your partner account was changed, and all other devices were signed out."],
  },
  sessionsEnded: {
    kind: "partner-sessions-ended",
    subject: "Your devices were signed out",
    text: ["Devices were signed out of your partner account. Your password stays as it is."],
  },
  passwordReset: {
    kind: "partner-password",
    subject: "Your password was changed",
    text: [
      "The password of your partner account was changed, and all devices were signed out. Passkeys still work: look at them in the menu of your account, and remove those that you do not recognize.",
    ],
  },
} as const;

/** Tells an account's owner, with a link that locks the account. */
export const notifyOwner = (
  tx: Tx,
  ctx: NoticeContext,
  { id, email }: { readonly id: string; readonly email: string },
  notice: keyof typeof OWNER_NOTICES,
): Promise<void> => postNotice(tx, ctx, { kind: "partner", id, email }, OWNER_NOTICES[notice]);
