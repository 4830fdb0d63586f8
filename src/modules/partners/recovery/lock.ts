import { eq } from "drizzle-orm";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import { record } from "../../audit/service.ts";
import { endLinks, linkExpired, redeemLink } from "../../mail/links/service.ts";
import { passkeyStore } from "../passkeys/check.ts";
import { lockPartner } from "../queries.ts";
import { partners } from "../table.ts";

/**
 * Locks an account with the link of a notice: its sessions end, and its password and passkeys no longer work. A link
 * mailed to its address sets a new password. Throws 400 on a link that cannot be used.
 */
export async function lock(ctx: ActionContext<Visitor>, token: string) {
  const { deps } = ctx;
  const passwordHash = deps.passwords.unusableHash();
  await deps.db.transaction(async (tx) => {
    const { ownerId } = await redeemLink(tx, deps, "partner-lock", token);
    const row = await lockPartner(tx, ownerId);
    if (!row) throw linkExpired();
    await tx.update(partners).set({ passwordHash }).where(eq(partners.id, row.id));
    await passkeyStore.deleteAll(tx, row.id); // one of them may be the intruder's
    await deps.sessions.partner.endAll(tx, row.id);
    await endLinks(tx, deps, row.id, ["partner-change-email"]);
    await record(tx, ctx, { subject: row.id, after: { locked: true } });
  });
  return { success: true as const };
}
