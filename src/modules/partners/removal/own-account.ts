import { clearSessionCookie } from "../../../core/auth/session-actions.ts";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { deleteItemsOf } from "../../audit/trash/service.ts";
import { checkOwnPassword, lockVerified } from "../sign-in.ts";
import { postGoodbye } from "./mails.ts";
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
