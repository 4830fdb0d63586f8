import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { mfaRequired, unauthenticated } from "../../core/auth/authorize.ts";
import { optionsToAdd, optionsToSign, verifiedCredential } from "../../core/auth/passkeys/ceremonies.ts";
import {
  type CheckedPasskey,
  checkPasskey,
  type PasskeyAccounts,
  recordUse,
} from "../../core/auth/passkeys/check-passkey.ts";
import { createPasskeyStore } from "../../core/auth/passkeys/passkey-store.ts";
import { mustSetUpMfa } from "../../core/auth/required-mfa.ts";
import { renewSession, requireOwnSession, rotateSession } from "../../core/auth/session-actions.ts";
import type { ActionContext, Deps, StaffPrincipal, Visitor } from "../../core/rpc/context.ts";
import type { Orm, Tx } from "../../db/client.ts";
import type {
  addPasskeyInput,
  Passkey,
  renamePasskeyInput,
  SignedResponse,
} from "../../shared/people/passkeys.ts";
import { record, skipAuditCheck } from "../audit/public.ts";
import { currentAccount } from "./authenticate.ts";
import { notifyOwner } from "./mails.ts";
import { type StaffRow, staffPasskeys, staffUsers } from "./table.ts";

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
export const checkStaffPasskey = (
  ctx: ActionContext,
  response: SignedResponse,
  ownerId?: string,
): Promise<CheckedPasskey<StaffRow>> => checkPasskey(ctx, STAFF, response, ownerId);

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

type StaffContext = ActionContext<StaffPrincipal>;

/** The caller's passkeys, oldest first. */
export const list = ({ deps, principal }: StaffContext): Promise<readonly Passkey[]> =>
  passkeyStore.list(deps.db.orm, principal.id);

/** What the caller's browser needs to make a passkey. Throws 403 `MFA_REQUIRED`. */
export async function startAdding(ctx: StaffContext) {
  const { deps, principal } = ctx;
  skipAuditCheck(ctx);
  await requireExistingPasskey(deps.db.orm, ctx);
  const { id, username } = await currentAccount(deps, principal);
  const existing = await passkeyStore.list(deps.db.orm, id);
  return optionsToAdd(deps, `staff:add:${id}`, { id, name: username, displayName: username }, existing);
}

/**
 * Adds the passkey that the browser made, and mails the owner. An account that must have MFA has it from then on.
 * Throws 400, 403 `MFA_REQUIRED` and 409.
 */
export async function add(
  ctx: StaffContext,
  { name, response }: z.output<typeof addPasskeyInput>,
): Promise<Passkey> {
  const { deps, principal } = ctx;
  const key = await verifiedCredential(deps, `staff:add:${principal.id}`, response);
  return deps.db.transaction(async (tx) => {
    const [owner] = await tx.select().from(staffUsers).where(eq(staffUsers.id, principal.id)).for("update");
    if (!owner?.isActive || owner.lockedAt !== null) throw unauthenticated();
    await requireOwnSession(tx, ctx);
    await requireExistingPasskey(tx, ctx);
    const passkey = await passkeyStore.add(tx, owner.id, name, key, deps.now());
    if (mustSetUpMfa(deps.settings, principal)) await rotateSession(tx, ctx, passkey.id);
    await notifyOwner(tx, ctx, owner, "passkeyAdded");
    await record(tx, ctx, { subject: owner.id, after: { passkey: passkey.id, name } });
    return passkey;
  });
}

/** Throws 404. */
export function rename(
  ctx: StaffContext,
  { id, name }: z.output<typeof renamePasskeyInput>,
): Promise<Passkey> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const passkey = await passkeyStore.rename(tx, principal.id, id, name);
    await record(tx, ctx, { subject: principal.id, after: { passkey: id, name } });
    return passkey;
  });
}

/** Removes a passkey and ends the caller's other sessions. Throws 404. */
export function remove(ctx: StaffContext, id: string) {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const { name } = await passkeyStore.delete(tx, principal.id, id);
    await renewSession(tx, ctx, id);
    await record(tx, ctx, { subject: principal.id, before: { passkey: id, name } });
    return { success: true as const };
  });
}

/** What a browser needs to sign in with a passkey. */
export function startSignIn(ctx: ActionContext<Visitor>) {
  skipAuditCheck(ctx);
  return optionsToSign(ctx.deps, "staff:sign-in");
}
