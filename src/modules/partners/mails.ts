import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
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

/** Mails the account's owner, in case someone else added the passkey. */
export function postPasskeyAdded(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    "A passkey was added to your partner account. It signs in without the password.",
    `If that was not you, remove it in your account, change your password, and write to ${contactEmail} at once.`,
  );
  return post(tx, deps, {
    to,
    subject: "Your account has a new passkey",
    text,
    kind: "partner-passkey-added",
  });
}

/** Mails the account's owner, in case someone else changed the password. */
export const postPasswordChanged = (tx: Tx, deps: Deps, to: string): Promise<void> =>
  postNewPassword(tx, deps, to, "all other devices were signed out");

/** The same, after a reset by a mailed link. */
export const postPasswordReset = (tx: Tx, deps: Deps, to: string): Promise<void> =>
  postNewPassword(tx, deps, to, "all devices were signed out");

function postNewPassword(tx: Tx, deps: Deps, to: string, effect: string): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    `The password of your partner account was changed, and ${effect}.`,
    `If that was not you, write to ${contactEmail} at once.`,
  );
  return post(tx, deps, { to, subject: "Your password was changed", text, kind: "partner-password" });
}
