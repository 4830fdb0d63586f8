import { eq } from "drizzle-orm";
import type { z } from "zod";
import { unauthenticated } from "../../../core/auth/authorize.ts";
import { optionsToAdd, optionsToSign, verifiedCredential } from "../../../core/auth/passkeys/ceremonies.ts";
import { mustSetUpMfa } from "../../../core/auth/required-mfa.ts";
import { renewSession, requireOwnSession, rotateSession } from "../../../core/auth/session-actions.ts";
import type { ActionContext, StaffPrincipal, Visitor } from "../../../core/rpc/context.ts";
import type { addPasskeyInput, Passkey, renamePasskeyInput } from "../../../shared/people/passkeys.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { currentAccount } from "../authenticate.ts";
import { notifyOwner } from "../mails.ts";
import { staffUsers } from "../table.ts";
import { passkeyStore, requireExistingPasskey } from "./check.ts";

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
