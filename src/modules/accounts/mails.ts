import { and, eq, isNull, notInArray } from "drizzle-orm";
import { OWNER_NOTICES, SUPER_ADMIN_ADVICE, SUPER_ADMIN_NOTICES } from "../../copy/en/staff-emails.ts";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import type { MailKind } from "../../shared/people/mails.ts";
import { actorName, type NoticeContext, pageUrl, postNotice } from "../mail/public.ts";
import { isActivePerson, type StaffRow, staffUsers } from "./table.ts";

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
  const paragraphs = { ...words, text: [text(username)] };
  return postNotice(tx, ctx, { kind: "staff", id, email }, { kind: OWNER_KINDS[notice], ...paragraphs });
}

/** Counts as a super admin: an active person, and not just invited. */
export const isSuperAdmin = ({ role, isActive, isService, invitedAt }: StaffRow): boolean =>
  role === "super_admin" && isActive && !isService && invitedAt === null;

/** The condition of the same in a query. */
export const activeSuperAdmin = () =>
  and(eq(staffUsers.role, "super_admin"), isActivePerson(), isNull(staffUsers.invitedAt));

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
  const { subject, text } = SUPER_ADMIN_NOTICES[notice];
  const informed = [changed.id, ...(principal.kind === "staff" ? [principal.id] : [])];
  const others = await tx
    .select()
    .from(staffUsers)
    .where(and(activeSuperAdmin(), notInArray(staffUsers.id, informed)));
  const kind = SUPER_ADMIN_KINDS[notice];
  const advice = [SUPER_ADMIN_ADVICE, pageUrl(deps, "/admin/users")];
  for (const { id, email } of others) {
    const paragraphs = { text: [text(changed.username, actorName(principal))], advice };
    await postNotice(tx, ctx, { kind: "staff", id, email }, { kind, subject, ...paragraphs });
  }
}

/** The kinds of the mails to an account's owner. */
const OWNER_KINDS = {
  codesRefused: "staff-codes-refused",
  codeMissing: "staff-code-missing",
  mfaOn: "staff-mfa-on",
  mfaOff: "staff-mfa-off",
  mfaResetRequested: "staff-mfa-reset-requested",
  passkeyAdded: "staff-passkey-added",
  backupCodesMade: "staff-backup-codes",
  backupCodesLow: "staff-backup-codes-low",
  passwordChanged: "staff-password-changed",
  passwordReset: "staff-password-changed",
  passwordSet: "staff-password-set",
  // to the old address: an attacker who controls the new one could have passwords reset by mail
  emailChanged: "staff-email-changed",
  lockedDown: "staff-locked-down",
  sessionsEnded: "staff-sessions-ended",
} as const satisfies Record<keyof typeof OWNER_NOTICES, MailKind>;

/** Those of the mails to the other super admins. */
const SUPER_ADMIN_KINDS = {
  newSuperAdmin: "staff-new-super-admin",
  demoted: "staff-super-admin-removed",
  deactivated: "staff-super-admin-removed",
  mfaReset: "staff-mfa-reset",
  mfaResetRequested: "staff-mfa-reset-requested",
  passwordReset: "staff-password-reset",
  lockedByOwner: "staff-locked-by-owner",
  lockedDown: "staff-locked-down",
} as const satisfies Record<keyof typeof SUPER_ADMIN_NOTICES, MailKind>;
