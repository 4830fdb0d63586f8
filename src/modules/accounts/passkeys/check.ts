import { and, eq, isNull } from "drizzle-orm";
import { mfaRequired } from "../../../core/auth/authorize.ts";
import {
  type CheckedPasskey,
  checkPasskey,
  type PasskeyAccounts,
  passkeyRefused,
  recordUse,
} from "../../../core/auth/passkeys/check-passkey.ts";
import { createPasskeyStore } from "../../../core/auth/passkeys/passkey-store.ts";
import { mustSetUpMfa } from "../../../core/auth/required-mfa.ts";
import type { ActionContext, Deps, StaffPrincipal } from "../../../core/rpc/context.ts";
import type { Orm, Tx } from "../../../db/client.ts";
import type { SignedResponse } from "../../../shared/people/passkeys.ts";
import { type StaffRow, staffPasskeys, staffUsers } from "../table.ts";

export const passkeyStore = createPasskeyStore(staffPasskeys);

/** Neither deactivated nor locked. */
export const mayUsePasskeys = () => and(eq(staffUsers.isActive, true), isNull(staffUsers.lockedAt));

const STAFF: PasskeyAccounts<StaffRow> = {
  kind: "staff",
  passkeys: passkeyStore,
  async find(deps, id) {
    const active = and(eq(staffUsers.id, id), mayUsePasskeys());
    const [user] = await deps.db.orm.select().from(staffUsers).where(active);
    return user;
  },
};

/** The account whose passkey signed `response`; with `ownerId` only that one. Throws 401 and 429. */
export async function checkStaffPasskey(
  { deps, call }: ActionContext,
  response: SignedResponse,
  ownerId?: string,
): Promise<CheckedPasskey<StaffRow>> {
  const checked = await checkPasskey(deps, call, STAFF, response);
  if (ownerId !== undefined && checked.account.id !== ownerId) throw passkeyRefused(ownerId);
  return checked;
}

/** Stores the use of a checked passkey. Throws 401. */
export const recordStaffUse = (tx: Tx, deps: Deps, checked: CheckedPasskey<StaffRow>): Promise<void> =>
  recordUse(tx, deps, STAFF, checked);

/** Deletes an account's passkeys and returns how many there were. The caller ends the sessions. */
export const deletePasskeysOf = (tx: Tx, accountId: string): Promise<number> =>
  passkeyStore.deleteAll(tx, accountId);

/**
 * Where MFA is required, a password alone must not add a second factor to an account that has one: its passkey. Throws
 * 403 `MFA_REQUIRED`.
 */
export async function requireExistingPasskey(
  orm: Orm | Tx,
  { deps, principal }: ActionContext<StaffPrincipal>,
): Promise<void> {
  if (!mustSetUpMfa(deps.settings, principal)) return;
  const [existing] = await passkeyStore.list(orm, principal.id);
  if (existing) throw mfaRequired("Please use your passkey first: your account has one");
}
