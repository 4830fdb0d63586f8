import { and, eq, notInArray } from "drizzle-orm";
import type { ActionContext, Deps } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { mailText, pageUrl, post } from "../mail/service.ts";
import { type StaffRow, staffUsers } from "./table.ts";

interface Account {
  readonly username: string;
  readonly email: string;
}

/** Warns the owner that someone with the right password is guessing codes (docs/security.md MFA-05). */
export const postCodesRefused = (tx: Tx, deps: Deps, owner: Account): Promise<void> =>
  notify(tx, deps, owner, "staff-codes-refused", "Wrong codes for your account", [
    `Someone signed in as ${owner.username} with the right password and then entered ten or more wrong codes within the hour. Further attempts are blocked for a while.`,
    "If that was you, wait and try again, or use a backup code. If not, someone knows your password: change it now.",
    pageUrl(deps, "/admin"),
  ]);

/** Tells the owner that MFA was turned off, by the owner or by someone else. */
export const postMfaOff = (tx: Tx, deps: Deps, owner: Account): Promise<void> =>
  notify(tx, deps, owner, "staff-mfa-off", "Two-step sign-in was turned off", [
    `Two-step sign-in was turned off for ${owner.username}. From now on the password alone opens the account, so please turn it on again soon:`,
    pageUrl(deps, "/admin"),
    "If you did not expect this, tell a super admin at once.",
  ]);

/** Tells the owner that a super admin or the operator reset the password. */
const postPasswordSet = (tx: Tx, deps: Deps, owner: Account): Promise<void> =>
  notify(tx, deps, owner, "staff-password-set", "Your password was changed", [
    `An administrator gave ${owner.username} a new password, and all devices were signed out.`,
    "If you did not expect this, tell a super admin at once.",
  ]);

/** Sent to the old address: an attacker who controls the new one could have passwords reset by mail. */
const postEmailChanged = (tx: Tx, deps: Deps, before: Account): Promise<void> =>
  notify(tx, deps, before, "staff-email-changed", "Your account has a new email address", [
    `The email address of the staff account ${before.username} was changed. Mail about it no longer comes to this address.`,
    "If you did not expect this, tell a super admin at once.",
  ]);

export const isSuperAdmin = ({ role, isActive }: StaffRow): boolean => role === "super_admin" && isActive;

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
    await postEmailChanged(tx, ctx.deps, before);
  if (before && before.passwordHash !== after.passwordHash) {
    await postPasswordSet(tx, ctx.deps, before);
    await postToOtherSuperAdmins(tx, ctx, before, "passwordReset");
  }
  if (isSuperAdmin(after) && !(before && isSuperAdmin(before)))
    await postToOtherSuperAdmins(tx, ctx, after, "newSuperAdmin");
}

/** Reports that a super admin or the operator reset the MFA of an account. */
export async function postMfaReset(tx: Tx, ctx: ActionContext<StaffActor>, owner: StaffRow): Promise<void> {
  await postMfaOff(tx, ctx.deps, owner);
  await postToOtherSuperAdmins(tx, ctx, owner, "mfaReset");
}

const ACCOUNT_NOTICES = {
  newSuperAdmin: {
    kind: "staff-new-super-admin",
    subject: "There is a new super admin",
    text: (name: string, actor: string) => `${actor} made ${name} a super admin, who can change everything.`,
  },
  mfaReset: {
    kind: "staff-mfa-reset",
    subject: "MFA of a staff account was reset",
    text: (name: string, actor: string) =>
      `${actor} reset the MFA of ${name}. The password alone now opens that account.`,
  },
  passwordReset: {
    kind: "staff-password-reset",
    subject: "A staff account has a new password",
    text: (name: string, actor: string) => `${actor} set a new password for the staff account ${name}.`,
  },
} as const;

/** Reports a change to every active super admin except the one who made it and the account's own owner. */
async function postToOtherSuperAdmins(
  tx: Tx,
  { deps, principal }: ActionContext<StaffActor>,
  changed: Account & { readonly id: string },
  notice: keyof typeof ACCOUNT_NOTICES,
): Promise<void> {
  const { kind, subject, text } = ACCOUNT_NOTICES[notice];
  const actor = principal.kind === "staff" ? principal.name : "The operator of the server";
  const informed = [changed.id, ...(principal.kind === "staff" ? [principal.id] : [])];
  const others = await tx
    .select()
    .from(staffUsers)
    .where(
      and(
        eq(staffUsers.role, "super_admin"),
        eq(staffUsers.isActive, true),
        notInArray(staffUsers.id, informed),
      ),
    );
  for (const other of others) {
    await notify(tx, deps, other, kind, subject, [
      text(changed.username, actor),
      "If you did not expect this, look at the audit log and deactivate the account:",
      pageUrl(deps, "/admin/users"),
    ]);
  }
}

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
