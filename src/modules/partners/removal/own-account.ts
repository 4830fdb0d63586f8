import { clearSessionCookie } from "../../../core/auth/session-actions.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { deleteItemsOf } from "../../audit/trash/service.ts";
import { mailText, post } from "../../mail/service.ts";
import { checkOwnPassword, lockVerified } from "../sign-in.ts";
import { removeLocked } from "./service.ts";

/**
 * Deletes the caller's own account for good, and mails a goodbye. Throws 401 on a wrong password and after another
 * deletion, 429.
 */
export async function removeOwn(ctx: ActionContext<PartnerPrincipal>, password: string) {
  const { deps, call } = ctx;
  const row = await checkOwnPassword(ctx, password);
  await deps.db.transaction(async (tx) => {
    await lockVerified(tx, row);
    await removeLocked(tx, ctx, row);
    await deleteItemsOf(tx, row.email, "partner");
    await postGoodbye(tx, deps, row.email);
  });
  clearSessionCookie(deps, call, "partner");
  return { success: true as const };
}

/** Mails that the account is deleted, also for an owner whose password someone else knows. */
function postGoodbye(tx: Tx, deps: Deps, to: string): Promise<void> {
  const { contactEmail } = deps.settings.brand;
  const text = mailText(
    deps,
    "Your partner account is deleted. You are signed out everywhere, your places no longer have an owner, and your open claims and requests are closed.",
    "What stays: the places themselves, and past decisions about them with the name of your business. To have that erased too, reply to this email.",
    `If you did not delete the account, write to ${contactEmail} at once.`,
  );
  return post(tx, deps, { to, subject: "Your partner account is deleted", text, kind: "partner-goodbye" });
}
