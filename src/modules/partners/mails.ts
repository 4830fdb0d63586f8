import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { mailText, pageUrl, post } from "../mail/service.ts";

// No user input: addresses are unverified, and these mails must not carry a stranger's text to them.

/** Mails the next steps after registration. */
export function postWelcome(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { name, contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    "Your partner account is ready. Sign in here:",
    pageUrl(deps, "/partner/auth"),
    "What happens next: search for your place and claim it, or ask us to add it. We look at every claim ourselves and make contact within 3-5 business days.",
    `If you did not ask for an account, write to ${contactEmail} and we will delete it.`,
  );
  return post(tx, deps, { to, subject: `Welcome to ${name}`, text, kind: "partner-welcome" });
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

/** Mails the account's owner, in case someone else changed the password. */
export function postPasswordChanged(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    "The password of your partner account was changed, and all other devices were signed out.",
    `If that was not you, write to ${contactEmail} at once.`,
  );
  return post(tx, deps, { to, subject: "Your password was changed", text, kind: "partner-password" });
}
