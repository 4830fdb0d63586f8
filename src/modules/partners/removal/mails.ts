import type { Deps } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { mailText, post } from "../../mail/service.ts";

/** Mails that the account is deleted, also for an owner whose password someone else knows. */
export function postGoodbye(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    "Your partner account is deleted. You are signed out everywhere, your places no longer have an owner, and your open claims and requests are closed.",
    "What stays: the places themselves, and past decisions about them with the name of your business. To have that erased too, reply to this email.",
    `If you did not delete the account, write to ${contactEmail} at once.`,
  );
  return post(tx, deps, { to, subject: "Your partner account is deleted", text, kind: "partner-goodbye" });
}
