import type { Deps } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { mailText, pageUrl, post } from "../mail/service.ts";

interface Account {
  readonly username: string;
  readonly email: string;
}

/** Someone has the right password and is guessing codes (docs/security.md MFA-05). */
export const postCodesRefused = (tx: Tx, deps: Deps, owner: Account): Promise<void> =>
  notify(tx, deps, owner, "staff-codes-refused", "Wrong codes for your account", [
    `Someone signed in as ${owner.username} with the right password and then entered ten or more wrong codes within the hour. Further attempts are blocked for a while.`,
    "If that was you, wait and try again, or use a backup code. If not, someone knows your password: change it now.",
    pageUrl(deps, "/admin"),
  ]);

/** MFA was turned off, by the account's owner or by someone else. */
export const postMfaOff = (tx: Tx, deps: Deps, owner: Account): Promise<void> =>
  notify(tx, deps, owner, "staff-mfa-off", "Two-step sign-in was turned off", [
    `Two-step sign-in was turned off for ${owner.username}. From now on the password alone opens the account, so please turn it on again soon:`,
    pageUrl(deps, "/admin"),
    "If you did not expect this, tell a super admin at once.",
  ]);

/** A super admin or the operator reset the password. */
export const postPasswordSet = (tx: Tx, deps: Deps, owner: Account): Promise<void> =>
  notify(tx, deps, owner, "staff-password-set", "Your password was changed", [
    `An administrator gave ${owner.username} a new password, and all devices were signed out.`,
    "If you did not expect this, tell a super admin at once.",
  ]);

/** Posts nothing where the account has no e-mail address. */
async function notify(
  tx: Tx,
  deps: Deps,
  { email }: Account,
  kind: string,
  subject: string,
  paragraphs: readonly string[],
): Promise<void> {
  if (email !== "") await post(tx, deps, { to: email, subject, text: mailText(deps, ...paragraphs), kind });
}
