import { eq } from "drizzle-orm";
import type { z } from "zod";
import { clearLoginAttempts, hashNewPassword } from "../../../core/auth/check-password.ts";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { emailKey } from "../../../shared/fields.ts";
import { record } from "../../audit/public.ts";
import {
  endLinks,
  issueLink,
  linkExpired,
  mailedRecently,
  redeemLink,
  UNISSUED_TOKEN,
} from "../../mail/public.ts";
import { notifyOwner, postReset, resetUrl } from "../mails.ts";
import { lockPerson } from "../queries.ts";
import type { forgotInput, resetInput } from "../schema.ts";
import { lockPersonByIdOrEmail } from "../service.ts";
import { currentPeople as p, partnerPeople } from "../table.ts";
import { passkeyStore } from "./passkeys.ts";
import { endPasswordLinks, SETS_PASSWORD } from "./password-links.ts";

const SUCCESS = { success: true as const };
const KIND = "partner-reset-password";

/**
 * Mails a link to choose a new password, at most once in ten minutes. Answers the same, after the same statements, for
 * an address without an account and for one that was mailed recently (docs/security.md REC-02).
 */
export async function forgot(ctx: ActionContext<Visitor>, { email }: z.output<typeof forgotInput>) {
  const { deps } = ctx;
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ id: p.id, email: p.email, partnerId: p.partnerId })
      .from(p)
      .where(eq(p.emailKey, emailKey(email)));
    const to = row?.email ?? email;
    const link = await issueLink(tx, deps, { kind: KIND, ownerId: row?.id ?? null, email: to, data: { to } });
    const discard = row === undefined || link === null;
    await postReset(tx, deps, { to, token: link?.token ?? UNISSUED_TOKEN, discard });
    await record(tx, ctx, { subject: row?.partnerId ?? null });
  });
  return SUCCESS;
}

/**
 * Mails a person a link to choose a new password, on behalf of staff. Where no mail can be sent, the answer holds the link
 * to hand over. Throws 404, and 429 if the address was mailed one less than ten minutes ago.
 */
export async function resetFor(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const row = await lockPersonByIdOrEmail(tx, id);
    const to = row.email;
    const mailed = deps.ports.mailer !== null;
    // without `to` its use does not confirm the address
    const data = mailed ? { to } : {};
    const ofPartner = { kind: KIND, ownerId: row.id, email: to, data } as const;
    const link = await issueLink(tx, deps, { ...ofPartner, unlimited: !mailed });
    if (!link) throw mailedRecently(deps);
    if (mailed) await postReset(tx, deps, { to, token: link.token, discard: false });
    await record(tx, ctx, { subject: row.partnerId, after: { mailed } });
    return { email: to, link: mailed ? null : resetUrl(deps, link.token) };
  });
}

/**
 * Sets a new password by a mailed link, ends all sessions and the locks of failed logins, and tells the account by mail.
 * A link that was mailed to the account's address also confirms it, and ends passkeys from before the address was first
 * proven: the person who registered it may not have been its owner (docs/security.md REC-09). Throws 400 on an expired link, and on a weak
 * password, which leaves the link valid.
 */
export async function reset(
  ctx: ActionContext<Visitor>,
  { token, newPassword }: z.output<typeof resetInput>,
) {
  const { deps } = ctx;
  const passwordHash = await hashNewPassword(deps, newPassword, null, "newPassword");
  await deps.db.transaction(async (tx) => {
    const { ownerId, data } = await redeemLink(tx, deps, SETS_PASSWORD, token);
    const row = await lockPerson(tx, ownerId);
    if (!row) throw linkExpired();
    const isProven = data.to === row.email;
    const emailConfirmedAt = row.emailConfirmedAt ?? (isProven ? deps.now() : null);
    await tx
      .update(partnerPeople)
      .set({ passwordHash, emailConfirmedAt })
      .where(eq(partnerPeople.id, row.id));
    if (isProven) await passkeyStore.deleteUnproven(tx, row.id, row.emailConfirmedAt);
    await deps.sessions.partner.endAll(tx, row.id);
    await clearLoginAttempts(tx, deps, "partner", row.emailKey);
    await endPasswordLinks(tx, deps, row.id);
    await notifyOwner(tx, ctx, row, "passwordReset");
    await record(tx, ctx, { subject: row.partnerId });
  });
  return SUCCESS;
}

/**
 * Locks an account with the link of a notice: its sessions end, and its password and passkeys no longer work. A link
 * mailed to its address sets a new password. Throws 400 on a link that cannot be used.
 */
export async function lock(ctx: ActionContext<Visitor>, token: string) {
  const { deps } = ctx;
  const passwordHash = deps.passwords.unusableHash();
  await deps.db.transaction(async (tx) => {
    const { ownerId } = await redeemLink(tx, deps, "partner-lock", token);
    const row = await lockPerson(tx, ownerId);
    if (!row) throw linkExpired();
    await tx.update(partnerPeople).set({ passwordHash }).where(eq(partnerPeople.id, row.id));
    await passkeyStore.deleteAll(tx, row.id); // one of them may be the intruder's
    await deps.sessions.partner.endAll(tx, row.id);
    await endLinks(tx, deps, row.id, ["partner-change-email"]);
    await record(tx, ctx, { subject: row.partnerId, after: { locked: true } });
  });
  return SUCCESS;
}
