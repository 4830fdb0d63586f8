import { eq } from "drizzle-orm";
import type { z } from "zod";
import { optionsToAdd, optionsToSign, verifiedCredential } from "../../../core/auth/passkeys/ceremonies.ts";
import {
  type CheckedPasskey,
  checkPasskey,
  type PasskeyAccounts,
  recordUse,
} from "../../../core/auth/passkeys/check-passkey.ts";
import { createPasskeyStore } from "../../../core/auth/passkeys/passkey-store.ts";
import { renewSession, requireOwnSession } from "../../../core/auth/session-actions.ts";
import type { ActionContext, Deps, PartnerPrincipal, Visitor } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import type {
  addPasskeyInput,
  Passkey,
  renamePasskeyInput,
  SignedResponse,
} from "../../../shared/people/passkeys.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { notifyOwner } from "../mails.ts";
import { lockOwnPerson, ownPerson, type PersonRow } from "../queries.ts";
import { currentPeople, partnerPasskeys } from "../table.ts";

export const passkeyStore = createPasskeyStore(partnerPasskeys);

const PEOPLE: PasskeyAccounts<PersonRow> = {
  kind: "partner",
  passkeys: passkeyStore,
  async find(deps, id) {
    const [row] = await deps.db.orm.select().from(currentPeople).where(eq(currentPeople.id, id));
    return row;
  },
};

/** The account whose passkey signed `response`; with `ownerId` only that one. Throws 401 and 429. */
export const checkPartnerPasskey = (
  ctx: ActionContext,
  response: SignedResponse,
  ownerId?: string,
): Promise<CheckedPasskey<PersonRow>> => checkPasskey(ctx, PEOPLE, response, ownerId);

/** Stores the use of a checked passkey. Throws 401. */
export const recordPartnerUse = (tx: Tx, deps: Deps, checked: CheckedPasskey<PersonRow>): Promise<void> =>
  recordUse(tx, deps, PEOPLE, checked);

type Own = ActionContext<PartnerPrincipal>;

/** The caller's passkeys, oldest first. */
export const list = ({ deps, principal }: Own): Promise<readonly Passkey[]> =>
  passkeyStore.list(deps.db.orm, principal.person.id);

/** What the caller's browser needs to make a passkey. */
export async function startAdding(ctx: Own) {
  const { deps } = ctx;
  skipAuditCheck(ctx);
  const { id, email, name } = await ownPerson(ctx);
  const existing = await passkeyStore.list(deps.db.orm, id);
  return optionsToAdd(deps, `partner:add:${id}`, { id, name: email, displayName: name }, existing);
}

/** Adds the passkey that the browser made, and mails the owner. Throws 400 and 409. */
export async function add(ctx: Own, { name, response }: z.output<typeof addPasskeyInput>): Promise<Passkey> {
  const { deps, principal } = ctx;
  const key = await verifiedCredential(deps, `partner:add:${principal.person.id}`, response);
  return deps.db.transaction(async (tx) => {
    const { id, email } = await lockOwnPerson(tx, ctx);
    await requireOwnSession(tx, ctx);
    const passkey = await passkeyStore.add(tx, id, name, key, deps.now());
    await notifyOwner(tx, ctx, { id, email }, "passkeyAdded");
    await record(tx, ctx, { subject: principal.id, after: { passkey: passkey.id } });
    return passkey;
  });
}

/** Throws 404. */
export function rename(ctx: Own, { id, name }: z.output<typeof renamePasskeyInput>): Promise<Passkey> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const passkey = await passkeyStore.rename(tx, principal.person.id, id, name);
    await record(tx, ctx, { subject: principal.id, after: { passkey: id } });
    return passkey;
  });
}

/** Removes a passkey and ends the caller's other sessions. Throws 404. */
export function remove(ctx: Own, id: string) {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    await passkeyStore.delete(tx, principal.person.id, id);
    await renewSession(tx, ctx, id);
    await record(tx, ctx, { subject: principal.id, before: { passkey: id } });
    return { success: true as const };
  });
}

/** What a browser needs to sign in with a passkey. */
export function startSignIn(ctx: ActionContext<Visitor>) {
  skipAuditCheck(ctx);
  return optionsToSign(ctx.deps, "partner:sign-in");
}
