import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { hours } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record } from "../../audit/public.ts";
import {
  isOwnAccount,
  lockAccount,
  lockSuperAdmins,
  nextVersion,
  requirePerson,
  selfChange,
} from "../account-rows.ts";
import { notifyOtherSuperAdmins, notifyOwner, postMfaReset } from "../mails.ts";
import { clearMfa } from "../mfa/mfa.ts";
import { deletePasskeysOf, passkeyStore } from "../passkeys.ts";
import type { accountInput, StaffUser } from "../schema.ts";
import { type StaffRow, staffUsers } from "../table.ts";

type StaffContext = ActionContext<StaffActor>;

const CONFIRM_WITHIN = hours(24);
/** The one who requests the reset and the one who confirms it. */
const OTHERS_NEEDED = 2;

export const NO_MFA_RESET = { mfaResetById: null, mfaResetBy: null, mfaResetUntil: null } as const;

/**
 * Disables MFA, removes the passkeys and ends all sessions, for a user who lost their phone and codes. For a super admin
 * with a second factor, the first call only requests it, and a call of another super admin within 24 hours does it; the
 * operator needs no second person (docs/security.md MFA-13). Throws 403 on the caller's own, 404, 409.
 */
export async function resetMfa(ctx: StaffContext, { id, updatedAt: readAt }: z.output<typeof accountInput>) {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx): Promise<StaffUser> => {
    const superAdmins = await lockSuperAdmins(tx);
    const before = await lockAccount(tx, id);
    if (isOwnAccount(principal, before)) throw selfChange();
    requirePerson(before);
    const updatedAt = nextVersion(deps, before, readAt);
    if (principal.kind === "staff" && (await needsSecondPerson(tx, before))) {
      const others = superAdmins.filter((each) => each.id !== before.id);
      if (others.length < OTHERS_NEEDED) throw noSecondPerson(before);
      if (!isConfirmed(ctx, before, principal.id, others))
        return requestReset(tx, ctx, before, others, { ...principal, updatedAt });
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

/**
 * Whether the account has a second factor that one super admin alone may not reset: it is a super admin's, active or
 * not, or once was. Without the latter, one could demote the other, wait, and reset alone.
 */
export async function needsSecondPerson(tx: Tx, user: StaffRow): Promise<boolean> {
  const { role, superAdminUntil } = user;
  const isProtected = role === "super_admin" || superAdminUntil !== null;
  return isProtected && (user.mfaEnabled || (await passkeyStore.list(tx, user.id)).length > 0);
}

type Others = readonly Pick<StaffRow, "id" | "superAdminSince">[];

/**
 * Whether someone other than the caller, who still is a super admin, has requested the reset within 24 hours. Throws
 * 403 if the caller became a super admin only after that: the one who requested it may have created the account.
 */
function isConfirmed(ctx: StaffContext, user: StaffRow, callerId: string, others: Others): boolean {
  const requestedAt = requestedSince(user, others, ctx.deps.now());
  if (requestedAt === null || user.mfaResetById === callerId) return false;
  const since = others.find(({ id }) => id === callerId)?.superAdminSince ?? null;
  if (since !== null && since > requestedAt) throw tooNewToConfirm();
  return true;
}

/** When the reset was requested; null where it was not, or the request has lapsed. */
function requestedSince({ mfaResetById, mfaResetUntil }: StaffRow, others: Others, now: Date): Date | null {
  const isOpen =
    mfaResetUntil !== null && mfaResetUntil > now && others.some(({ id }) => id === mfaResetById);
  return isOpen ? new Date(mfaResetUntil.getTime() - CONFIRM_WITHIN) : null;
}

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
  others: Others,
  { id, name, updatedAt }: Requester,
): Promise<StaffUser> {
  const now = ctx.deps.now();
  if (requestedSince(user, others, now) !== null) {
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

const tooNewToConfirm = () =>
  new DomainError(
    "forbidden",
    "You became a super admin after this reset was requested, so another super admin must confirm it",
  );

const noSecondPerson = ({ username }: StaffRow) =>
  new DomainError(
    "conflict",
    `The MFA of a super admin is reset by two other super admins, and there is only one. The operator of the server can do it: rihla admin reset-mfa ${username}`,
  );
