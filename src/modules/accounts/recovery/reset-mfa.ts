import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { hours } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record } from "../../audit/service.ts";
import { isOwnAccount, lockAccount, lockSuperAdmins, nextVersion, selfChange } from "../account-rows.ts";
import { isSuperAdmin, notifyOtherSuperAdmins, notifyOwner, postMfaReset } from "../mails.ts";
import { clearMfa } from "../mfa.ts";
import { deletePasskeysOf, passkeyStore } from "../passkeys/check.ts";
import type { accountInput, StaffUser } from "../schema.ts";
import { type StaffRow, staffUsers } from "../table.ts";

type StaffContext = ActionContext<StaffActor>;

const CONFIRM_WITHIN = hours(24);
/** The owner, the one who requests the reset and the one who confirms it. */
const SUPER_ADMINS_NEEDED = 3;

export const NO_MFA_RESET = { mfaResetById: null, mfaResetBy: null, mfaResetUntil: null } as const;

/**
 * Disables MFA, removes the passkeys and ends all sessions, for a user who lost their phone and codes. For a super admin
 * with MFA, the first call only requests it, and a call of another super admin within 24 hours does it; the operator
 * needs no second person (docs/security.md MFA-13). Throws 403 on the caller's own, 404, 409.
 */
export async function resetMfa(ctx: StaffContext, { id, updatedAt: readAt }: z.output<typeof accountInput>) {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx): Promise<StaffUser> => {
    const superAdmins = await lockSuperAdmins(tx);
    const before = await lockAccount(tx, id);
    if (isOwnAccount(principal, before)) throw selfChange();
    const updatedAt = nextVersion(deps, before, readAt);
    if (
      principal.kind === "staff" &&
      !isConfirmedBy(ctx, principal.id, before) &&
      (await needsSecondPerson(tx, before))
    ) {
      if (superAdmins.length < SUPER_ADMINS_NEEDED) throw noSecondPerson(before);
      return requestReset(tx, ctx, before, { id: principal.id, name: principal.name, updatedAt });
    }
    await clearMfa(tx, before.id);
    const removedPasskeys = await deletePasskeysOf(tx, before.id);
    const values = { ...NO_MFA_RESET, updatedAt };
    await tx.update(staffUsers).set(values).where(eq(staffUsers.id, before.id));
    if (before.mfaEnabled || removedPasskeys > 0) await postMfaReset(tx, ctx, before);
    await deps.sessions.staff.endAll(tx, before.id);
    await record(tx, ctx, {
      subject: before.id,
      before: { mfaEnabled: before.mfaEnabled },
      after: { mfaEnabled: false, ...(removedPasskeys > 0 && { removedPasskeys }) },
    });
    return { ...before, ...values, mfaEnabled: false };
  });
}

/** Whether the account is of a super admin with a second factor, which one other alone may not reset. */
export const needsSecondPerson = async (tx: Tx, user: StaffRow): Promise<boolean> =>
  isSuperAdmin(user) && (user.mfaEnabled || (await passkeyStore.list(tx, user.id)).length > 0);

/** Whether someone other than the caller has requested the reset within 24 hours. */
const isConfirmedBy = ({ deps }: StaffContext, callerId: string, user: StaffRow): boolean =>
  isRequested(user, deps.now()) && user.mfaResetById !== callerId;

const isRequested = ({ mfaResetById, mfaResetUntil }: StaffRow, now: Date): boolean =>
  mfaResetById !== null && mfaResetUntil !== null && mfaResetUntil > now;

interface Requester {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: Date;
}

/** Records the request and tells the owner and the other super admins. Repeated by the same person, it changes nothing. */
async function requestReset(
  tx: Tx,
  ctx: StaffContext,
  user: StaffRow,
  { id, name, updatedAt }: Requester,
): Promise<StaffUser> {
  const now = ctx.deps.now();
  if (isRequested(user, now)) {
    await record(tx, ctx, { subject: user.id, after: { mfaResetRequested: true, again: true } });
    return user;
  }
  const values = {
    mfaResetById: id,
    mfaResetBy: name,
    mfaResetUntil: new Date(now.getTime() + CONFIRM_WITHIN),
    updatedAt,
  };
  await tx.update(staffUsers).set(values).where(eq(staffUsers.id, user.id));
  await notifyOwner(tx, ctx, user, "mfaResetRequested");
  await notifyOtherSuperAdmins(tx, ctx, user, "mfaResetRequested");
  await record(tx, ctx, { subject: user.id, after: { mfaResetRequested: true } });
  return { ...user, ...values };
}

const noSecondPerson = ({ username }: StaffRow) =>
  new DomainError(
    "conflict",
    `The MFA of a super admin is reset by two other super admins, and there is only one. The operator of the server can do it: rihla admin reset-mfa ${username}`,
  );
