import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import { nextUpdatedAt } from "../../../db/query/row-version.ts";
import { record } from "../../audit/public.ts";
import { linkExpired, redeemLink } from "../../mail/public.ts";
import { notifyOtherSuperAdmins } from "../mails.ts";
import { deletePasskeysOf } from "../passkeys/check.ts";
import type { lockInput } from "../schema.ts";
import { staffUsers } from "../table.ts";
import { endTokens } from "../tokens/service.ts";

/**
 * Locks an account with the link of a notice: its sessions and API tokens end, and its password and passkeys no longer
 * work. A link mailed to its address or, where it must have MFA and has no other, only a super admin sets a new
 * password. Throws 400 on a link that cannot be used.
 */
export async function lock(ctx: ActionContext<Visitor>, { token }: z.output<typeof lockInput>) {
  const { deps } = ctx;
  const passwordHash = deps.passwords.unusableHash();
  await deps.db.transaction(async (tx) => {
    const { ownerId } = await redeemLink(tx, deps, "staff-lock", token);
    const active = and(eq(staffUsers.id, ownerId), eq(staffUsers.isActive, true));
    const [user] = await tx.select().from(staffUsers).where(active).for("update");
    if (!user) throw linkExpired();
    const now = deps.now();
    await tx
      .update(staffUsers)
      .set({ passwordHash, lockedAt: now, updatedAt: nextUpdatedAt(now, user.updatedAt) })
      .where(eq(staffUsers.id, user.id));
    await deletePasskeysOf(tx, user.id); // one of them may be the intruder's
    await deps.sessions.staff.endAll(tx, user.id);
    await endTokens(tx, user.id);
    await notifyOtherSuperAdmins(tx, ctx, user, "lockedByOwner");
    await record(tx, ctx, { subject: user.id, after: { locked: true } });
  });
  return { success: true as const };
}
