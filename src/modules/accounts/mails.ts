import { and, eq, isNull, notInArray } from "drizzle-orm";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { actorName, type NoticeContext, pageUrl, postNotice } from "../mail/public.ts";
import { type StaffRow, staffUsers } from "./table.ts";

interface Owner {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

/** Tells an account's owner; nothing where the account has no email address. */
export function notifyOwner(
  tx: Tx,
  ctx: NoticeContext,
  { id, username, email }: Owner,
  notice: keyof typeof OWNER_NOTICES,
): Promise<void> {
  const { text, ...words } = OWNER_NOTICES[notice];
  return postNotice(tx, ctx, { kind: "staff", id, email }, { ...words, text: [text(username)] });
}

/** Counts as a super admin: active, and not just invited. */
export const isSuperAdmin = ({ role, isActive, invitedAt }: StaffRow): boolean =>
  role === "super_admin" && isActive && invitedAt === null;

/** The condition of the same in a query. */
export const activeSuperAdmin = () =>
  and(eq(staffUsers.role, "super_admin"), eq(staffUsers.isActive, true), isNull(staffUsers.invitedAt));

/**
 * Reports changes that an account takeover would make, to the owner and to the other super admins
 * (docs/security.md SES-14). `before` is null for a new account.
 */
export async function postAccountChange(
  tx: Tx,
  ctx: ActionContext<StaffActor>,
  before: StaffRow | null,
  after: StaffRow,
): Promise<void> {
  if (before && before.email.toLowerCase() !== after.email.toLowerCase())
    await notifyOwner(tx, ctx, before, "emailChanged");
  if (before && before.passwordHash !== after.passwordHash) {
    await notifyOwner(tx, ctx, before, "passwordSet");
    await notifyOtherSuperAdmins(tx, ctx, before, "passwordReset");
  }
  if (isSuperAdmin(after) && !(before && isSuperAdmin(before)))
    await notifyOtherSuperAdmins(tx, ctx, after, "newSuperAdmin");
  if (before && isSuperAdmin(before) && !isSuperAdmin(after))
    await notifyOtherSuperAdmins(tx, ctx, after, after.isActive ? "demoted" : "deactivated");
}

/** Reports that a super admin or the operator reset the MFA of an account. */
export async function postMfaReset(tx: Tx, ctx: ActionContext<StaffActor>, owner: StaffRow): Promise<void> {
  await notifyOwner(tx, ctx, owner, "mfaOff");
  await notifyOtherSuperAdmins(tx, ctx, owner, "mfaReset");
}

/** Reports a change to every active super admin except the one who made it and the account's own owner. */
export async function notifyOtherSuperAdmins(
  tx: Tx,
  ctx: NoticeContext,
  changed: Owner,
  notice: keyof typeof SUPER_ADMIN_NOTICES,
): Promise<void> {
  const { deps, principal } = ctx;
  const { kind, subject, text } = SUPER_ADMIN_NOTICES[notice];
  const informed = [changed.id, ...(principal.kind === "staff" ? [principal.id] : [])];
  const others = await tx
    .select()
    .from(staffUsers)
    .where(and(activeSuperAdmin(), notInArray(staffUsers.id, informed)));
  const advice = [
    "If you did not expect this, look at the audit log and deactivate the account:",
    pageUrl(deps, "/admin/users"),
  ];
  for (const { id, email } of others) {
    const paragraphs = { text: [text(changed.username, actorName(principal))], advice };
    await postNotice(tx, ctx, { kind: "staff", id, email }, { kind, subject, ...paragraphs });
  }
}

/** What an account's owner is notified of: everything that someone who takes over an account would do. */
const OWNER_NOTICES = {
  codesRefused: {
    kind: "staff-codes-refused",
    subject: "Wrong codes for your account",
    text: (name: string) =>
      `Someone signed in as ${name} with the right password and then entered ten or more wrong codes within the hour. Further attempts are blocked for a while. If that was you, wait and try again, or use a backup code.`,
  },
  mfaOn: {
    kind: "staff-mfa-on",
    subject: "Multi-factor authentication (MFA) was turned on",
    text: (name: string) => `Signing in as ${name} now needs a code from an authenticator app.`,
  },
  mfaOff: {
    kind: "staff-mfa-off",
    subject: "Multi-factor authentication (MFA) was turned off",
    text: (name: string) =>
      `MFA was turned off for ${name}. From now on the password alone opens the account, so please turn it on again soon.`,
  },
  mfaResetRequested: {
    kind: "staff-mfa-reset-requested",
    subject: "Someone asked to reset your MFA",
    text: (name: string) =>
      `A reset of the second factor of ${name} was requested. It happens only if another super admin confirms it within 24 hours.`,
  },
  passkeyAdded: {
    kind: "staff-passkey-added",
    subject: "Your account has a new passkey",
    text: (name: string) =>
      `A passkey was added to ${name}. It signs in without the password and without a code.`,
  },
  backupCodesMade: {
    kind: "staff-backup-codes",
    subject: "You have new backup codes",
    text: (name: string) => `New backup codes were made for ${name}, and the old ones no longer work.`,
  },
  backupCodesLow: {
    kind: "staff-backup-codes-low",
    subject: "Your backup codes are nearly used up",
    text: (name: string) =>
      `A backup code was used for ${name}, and two or fewer are left. Make new ones under Security.`,
  },
  passwordChanged: {
    kind: "staff-password-changed",
    subject: "Your password was changed",
    text: (name: string) => `The password of ${name} was changed, and all other devices were signed out.`,
  },
  passwordReset: {
    kind: "staff-password-changed",
    subject: "Your password was changed",
    text: (name: string) =>
      `The password of ${name} was changed, and all devices were signed out. Passkeys and API tokens still work: look at them under Security, and end those that you do not recognize.`,
  },
  passwordSet: {
    kind: "staff-password-set",
    subject: "Your password was changed",
    text: (name: string) =>
      `An administrator gave ${name} a new password, and all devices were signed out. You will be asked for a password of your own when you sign in.`,
  },
  // to the old address: an attacker who controls the new one could have passwords reset by mail
  emailChanged: {
    kind: "staff-email-changed",
    subject: "Your account has a new email address",
    text: (name: string) =>
      `The email address of the staff account ${name} was changed. Email about it no longer comes to this address.`,
  },
  lockedDown: {
    kind: "staff-locked-down",
    subject: "Your account was locked down",
    text: (name: string) =>
      `The account ${name} may have been used by someone else. All its devices, tokens, passkeys and links were ended, and it needs a new password. A super admin will give you a link.`,
    advice: ["If you did not expect this, speak to a super admin."],
  },
  sessionsEnded: {
    kind: "staff-sessions-ended",
    subject: "Your devices were signed out",
    text: (name: string) =>
      `An administrator changed the account ${name}, and all its devices were signed out.`,
  },
} as const;

/** What the other super admins are notified of. */
const SUPER_ADMIN_NOTICES = {
  newSuperAdmin: {
    kind: "staff-new-super-admin",
    subject: "There is a new super admin",
    text: (name: string, actor: string) => `${actor} made ${name} a super admin, who can change everything.`,
  },
  demoted: {
    kind: "staff-super-admin-removed",
    subject: "A super admin lost that role",
    text: (name: string, actor: string) => `${actor} gave ${name}, who was a super admin, another role.`,
  },
  deactivated: {
    kind: "staff-super-admin-removed",
    subject: "A super admin was deactivated",
    text: (name: string, actor: string) =>
      `${actor} deactivated the account of ${name}, who is a super admin.`,
  },
  mfaReset: {
    kind: "staff-mfa-reset",
    subject: "MFA of a staff account was reset",
    text: (name: string, actor: string) =>
      `${actor} reset the MFA of ${name}. The password alone now opens that account.`,
  },
  mfaResetRequested: {
    kind: "staff-mfa-reset-requested",
    subject: "A super admin's MFA reset waits for confirmation",
    text: (name: string, actor: string) =>
      `${actor} asked to reset the MFA of the super admin ${name}. It happens only if another super admin confirms it in the list of users within 24 hours. Make sure that the request really comes from ${name}.`,
  },
  passwordReset: {
    kind: "staff-password-reset",
    subject: "A staff account has a new password",
    text: (name: string, actor: string) => `${actor} set a new password for the staff account ${name}.`,
  },
  lockedByOwner: {
    kind: "staff-locked-by-owner",
    subject: "A staff account was locked",
    text: (name: string) =>
      `The staff account ${name} was locked with the link of a security email. It stays locked until its password is reset.`,
  },
  lockedDown: {
    kind: "staff-locked-down",
    subject: "A staff account was locked down",
    text: (name: string, actor: string) =>
      `${actor} locked ${name} down: sessions, tokens, passkeys and links have ended, and the account needs a new password.`,
  },
} as const;
