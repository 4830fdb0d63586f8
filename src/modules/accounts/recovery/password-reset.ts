import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { PASSWORD_LINK } from "../../../copy/en/staff-emails.ts";
import { clearLoginAttempts, rejectWeakPassword } from "../../../core/auth/check-password.ts";
import { clearAttempts } from "../../../core/auth/login-throttle.ts";
import { mustSetUpMfa } from "../../../core/auth/required-mfa.ts";
import type { ActionContext, Deps, Visitor } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { nextUpdatedAt } from "../../../db/query/row-version.ts";
import { LINK_PAGES } from "../../../shared/people/mails.ts";
import { record } from "../../audit/public.ts";
import {
  endLinks,
  issueLink,
  linkExpired,
  linkUrl,
  mailText,
  postOrDiscard,
  redeemLink,
  UNISSUED_TOKEN,
} from "../../mail/public.ts";
import { usernameKey } from "../authenticate.ts";
import { notifyOtherSuperAdmins, notifyOwner } from "../mails.ts";
import { codeAttempts } from "../mfa/codes.ts";
import { deletePasskeysOf } from "../passkeys.ts";
import type { forgotInput, lockInput, resetInput } from "../schema.ts";
import { type StaffRow, staffUsers } from "../table.ts";
import { endTokens } from "../tokens/service.ts";

type VisitorContext = ActionContext<Visitor>;

/** Mailed to the owner, or returned by a lockdown. */
const RESET_LINKS = ["staff-reset-password", "staff-lockdown"] as const;
const UNKNOWN_ADDRESS = "unknown@invalid.invalid"; // never sent to

/**
 * Mails a link that sets a new password to the account's own address. An unknown name or address, and an account that
 * cannot be recovered this way, get the same answer after the same work.
 */
export async function forgot(ctx: VisitorContext, { username, email }: z.output<typeof forgotInput>) {
  const { deps } = ctx;
  const given = username || email || "";
  await deps.db.transaction(async (tx) => {
    const found = await findRecoverable(tx, given);
    const account = found && isRecoverableByMail(deps, found) ? found : undefined;
    const to = account?.email ?? UNKNOWN_ADDRESS;
    const slot = account?.email ?? `${given}@${UNKNOWN_ADDRESS}`;
    const kind = "staff-reset-password" as const;
    const link = await issueLink(tx, deps, { kind, ownerId: account?.id ?? null, email: slot });
    const token = link?.token ?? UNISSUED_TOKEN;
    const page = linkUrl(deps, LINK_PAGES.staffReset, token);
    const text = mailText(deps, ...PASSWORD_LINK.text(account?.username ?? given, page));
    const mail = { to, subject: PASSWORD_LINK.subject, text, kind, secrets: [token] };
    const mailed = account !== undefined && link !== null;
    await postOrDiscard(tx, deps, mail, !mailed);
    const after = { mailed };
    await record(tx, ctx, { subject: account?.id ?? null, after });
  });
  return { success: true as const };
}

/**
 * A lock deletes the passkeys. Where they were the second factor that the account must have, a mailbox alone must not
 * open it again: a super admin or the operator sets a new password.
 */
const isRecoverableByMail = ({ settings }: Deps, user: StaffRow): boolean =>
  user.lockedAt === null || !mustSetUpMfa(settings, { ...user, usedPasskey: false });

/** By username, else by address; of several accounts with one address the one that signed in last. */
async function findRecoverable(tx: Tx, given: string): Promise<StaffRow | undefined> {
  const first = async (which: SQL) => {
    const [row] = await tx
      .select()
      .from(staffUsers)
      .where(
        and(
          which,
          eq(staffUsers.isActive, true),
          isNull(staffUsers.invitedAt),
          sql`${staffUsers.email} <> ''`,
        ),
      )
      .orderBy(sql`${desc(staffUsers.lastLoginAt)} nulls last`)
      .limit(1);
    return row;
  };
  const named = await first(eq(staffUsers.usernameKey, usernameKey(given)));
  const addressed = await first(sql`lower(${staffUsers.email}) = lower(${given})`); // always, for the same time
  return named ?? addressed;
}

/**
 * Sets a new password with the link of a mail. All sessions, approvals that devices have not collected and locks of failed
 * logins end; the second factor, passkeys and API tokens stay (docs/security.md REC-05).
 * Throws 400 on a weak password, which does not use the link up, and on a link that cannot be used.
 */
export async function reset(ctx: VisitorContext, { token, newPassword }: z.output<typeof resetInput>) {
  const { deps } = ctx;
  const passwordHash = await deps.passwords.hash(newPassword);
  await deps.db.transaction(async (tx) => {
    const { ownerId, kind } = await redeemLink(tx, deps, RESET_LINKS, token);
    const active = and(
      eq(staffUsers.id, ownerId),
      eq(staffUsers.isActive, true),
      isNull(staffUsers.invitedAt),
    );
    const [user] = await tx.select().from(staffUsers).where(active).for("update");
    if (!user || (kind === "staff-reset-password" && !isRecoverableByMail(deps, user))) throw linkExpired();
    rejectWeakPassword(deps, newPassword, user, "newPassword");
    const values = { passwordHash, mustChangePassword: false, lockedAt: null };
    const updatedAt = nextUpdatedAt(deps.now(), user.updatedAt);
    await tx
      .update(staffUsers)
      .set({ ...values, updatedAt })
      .where(eq(staffUsers.id, user.id));
    await endLinks(tx, deps, user.id, RESET_LINKS);
    await deps.sessions.staff.endAll(tx, user.id);
    await clearLoginAttempts(tx, deps, "staff", user.usernameKey);
    await clearAttempts(tx, [codeAttempts(user.id)]);
    await notifyOwner(tx, ctx, user, "passwordReset");
    await record(tx, ctx, { subject: user.id, after: { passwordChanged: true } });
  });
  return { success: true as const };
}

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
