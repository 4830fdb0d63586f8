import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import {
  isRecentlyAuthenticated,
  reauthenticationRequired,
  unauthenticated,
} from "../../../core/auth/authorize.ts";
import {
  type Accounts,
  checkPassword,
  hashNewPassword,
  isKnownDevice,
  rememberDevice,
} from "../../../core/auth/check-password.ts";
import { passkeyRefused } from "../../../core/auth/passkeys/check-passkey.ts";
import {
  endCurrentSession,
  endOtherSessions as endOtherSessionsOf,
  endOwnSession,
  listOwnSessions,
  openSession,
  renewSession,
  rotateSession,
} from "../../../core/auth/session-actions.ts";
import {
  type ActionContext,
  actingAs,
  type PartnerPrincipal,
  type Visitor,
} from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { emailKey } from "../../../shared/fields.ts";
import type { SignedResponse } from "../../../shared/people/passkeys.ts";
import { record, recordFailedLogin, skipAuditCheck } from "../../audit/public.ts";
import { postNewDevice } from "../../mail/public.ts";
import { notifyOwner } from "../mails.ts";
import {
  lockPerson,
  ownPerson,
  type PersonRow,
  partnerBySession,
  principalOf,
  profileOf,
} from "../queries.ts";
import type { changePasswordInput, loginInput, reauthenticateInput } from "../schema.ts";
import { currentPeople, partnerPeople } from "../table.ts";
import { checkPartnerPasskey, recordPartnerUse } from "./passkeys.ts";
import { endPasswordLinks } from "./password-links.ts";

type Own = ActionContext<PartnerPrincipal>;

const PEOPLE: Accounts<PersonRow> = {
  kind: "partner",
  refusal: "Invalid email or password",
  async find(deps, key) {
    const [row] = await deps.db.orm.select().from(currentPeople).where(eq(currentPeople.emailKey, key));
    return row;
  },
  async replaceHash(deps, { id, passwordHash: verified }, passwordHash) {
    const unchanged = and(eq(partnerPeople.id, id), eq(partnerPeople.passwordHash, verified));
    await deps.db.orm.update(partnerPeople).set({ passwordHash }).where(unchanged);
  },
};

/** Signs a person in with a new session; the one of the request's cookie ends. Throws 401 and 429. */
export async function login(ctx: ActionContext<Visitor>, input: z.output<typeof loginInput>) {
  const credentials = { key: emailKey(input.email), password: input.password };
  const row = await authenticate(ctx, credentials).catch((error: unknown) => recordFailedLogin(ctx, error));
  return completeSignIn(ctx, row);
}

/** Counts the sign-in, ends the session of the cookie that was sent, and marks the browser as a known device. */
async function completeSignIn({ deps, call }: ActionContext<Visitor>, person: PersonRow) {
  deps.metrics.signIns.inc({ outcome: "ok" });
  if (call.credentials.partnerToken) await deps.sessions.partner.endToken(call.credentials.partnerToken);
  rememberDevice(deps, call, "partner", person.emailKey);
  return profileOf(deps.db.orm, person);
}

/** The same with a passkey. Throws 401 and 429. */
export async function loginWithPasskey(ctx: ActionContext<Visitor>, response: SignedResponse) {
  const { deps, call } = ctx;
  const refused = (error: unknown) => recordFailedLogin(ctx, error);
  const checked = await checkPartnerPasskey(ctx, response).catch(refused);
  const { account, passkey } = checked;
  const now = deps.now();
  const origin = { createdAt: now, authenticatedAt: now, passkeyId: passkey.id };
  await deps.db
    .transaction(async (tx) => {
      if (!(await lockPerson(tx, account.id))) throw passkeyRefused(account.id); // has left since the check
      await recordPartnerUse(tx, deps, checked);
      await recordSignIn(tx, ctx, account);
      await openSession(tx, deps, call, "partner", account.id, origin);
    })
    .catch(refused);
  return completeSignIn(ctx, account);
}

/**
 * Renews the recent authentication of the session for another ten minutes. Without a password or passkey it only checks
 * whether there still is one. Throws 403 `REAUTHENTICATE`, 401 and 429.
 */
export async function reauthenticate(ctx: Own, { password, passkey }: z.output<typeof reauthenticateInput>) {
  const { deps, principal } = ctx;
  const refused = (error: unknown) => recordFailedLogin(ctx, error);
  if (!passkey && password === undefined) {
    if (!isRecentlyAuthenticated(deps, principal)) throw reauthenticationRequired();
    skipAuditCheck(ctx);
    return { success: true as const };
  }
  const checked = passkey
    ? await checkPartnerPasskey(ctx, passkey, principal.person.id).catch(refused)
    : null;
  if (!checked) await checkOwnPassword(ctx, password ?? "").catch(refused);
  await deps.db.transaction(async (tx) => {
    if (checked) await recordPartnerUse(tx, deps, checked);
    await rotateSession(tx, ctx, checked?.passkey.id);
    await record(tx, ctx, { subject: principal.id, after: { success: true } });
  });
  return { success: true as const };
}

/**
 * Opens a session after a password check. If the stored hash has changed since, a second check finds out whether the
 * password was changed or a parallel sign-in upgraded the hash. Throws 401 and 429.
 */
async function authenticate(
  ctx: ActionContext<Visitor>,
  credentials: Parameters<typeof checkPassword>[3],
  mayRetry = true,
): Promise<PersonRow> {
  const { deps, call } = ctx;
  const row = await checkPassword(deps, call, PEOPLE, credentials);
  const entered = await deps.db.transaction(async (tx) => {
    if (!(await isUnchanged(tx, row))) return false;
    await recordSignIn(tx, ctx, row);
    await openSession(tx, deps, call, "partner", row.id);
    return true;
  });
  if (entered) return row;
  if (!mayRetry) throw unauthenticated(PEOPLE.refusal);
  return authenticate(ctx, credentials, false);
}

/** Records the sign-in, and mails the person about one from a new device, except the first of all. */
async function recordSignIn(tx: Tx, ctx: ActionContext<Visitor>, row: PersonRow): Promise<void> {
  const { deps, call } = ctx;
  const { businessName } = await profileOf(tx, row);
  const own = actingAs(ctx, principalOf(row, businessName, { id: "", authenticatedAt: deps.now() }));
  await record(tx, own, { subject: row.partnerId, after: { success: true } });
  const lastLoginAt = deps.now();
  const firstLoginAt = row.firstLoginAt ?? lastLoginAt;
  await tx.update(partnerPeople).set({ firstLoginAt, lastLoginAt }).where(eq(partnerPeople.id, row.id));
  if (row.firstLoginAt !== null && !isKnownDevice(deps, call, "partner", row.emailKey))
    await postNewDevice(tx, own, { kind: "partner", id: row.id, email: row.email });
}

/** Locks the account; false for a person who has left, or if its hash is not the verified one any more. */
async function isUnchanged(tx: Tx, { id, passwordHash }: PersonRow): Promise<boolean> {
  return (await lockPerson(tx, id))?.passwordHash === passwordHash;
}

const WRONG_PASSWORD = "Your current password is not right";

/** The caller's account, once its password is checked. Throws 401 and 429. */
export async function checkOwnPassword(ctx: Own, password: string): Promise<PersonRow> {
  const { emailKey: key } = await ownPerson(ctx);
  return checkPassword(ctx.deps, ctx.call, { ...PEOPLE, refusal: WRONG_PASSWORD }, { key, password });
}

/** Locks an account after `checkOwnPassword`. Throws 401 for a person who has left or whose password changed since. */
export async function lockVerified(tx: Tx, row: PersonRow): Promise<void> {
  if (!(await isUnchanged(tx, row))) throw unauthenticated(WRONG_PASSWORD);
}

/** Ends the caller's session on the server; without one there is nothing to end. */
export async function logout(ctx: ActionContext<Visitor>) {
  const { partnerToken } = ctx.call.credentials;
  const principal = partnerToken ? await partnerBySession(ctx.deps, partnerToken, true) : null;
  if (!principal) skipAuditCheck(ctx);
  return endCurrentSession(ctx, "partner", principal, (tx, own) =>
    record(tx, actingAs(ctx, own), { subject: own.id }),
  );
}

/** The caller's sessions, most recently used first. */
export const listSessions = (ctx: Own) => listOwnSessions(ctx);

/** Ends one of the caller's sessions. Throws 404 for another account's. */
export const endSession = (ctx: Own, id: string) =>
  endOwnSession(ctx, id, (tx) => record(tx, ctx, { subject: ctx.principal.id }));

export const endOtherSessions = (ctx: Own) =>
  endOtherSessionsOf(ctx, (tx) => record(tx, ctx, { subject: ctx.principal.id }));

/**
 * Changes the caller's password, renews the session (docs/security.md AUT-04) and ends all others and waiting links.
 * Throws 400 on a weak password, 401 on a wrong one, 429.
 */
export async function changePassword(
  ctx: Own,
  { currentPassword, newPassword }: z.output<typeof changePasswordInput>,
) {
  const row = await checkOwnPassword(ctx, currentPassword);
  const passwordHash = await hashNewPassword(ctx.deps, newPassword, null, "newPassword");
  await ctx.deps.db.transaction(async (tx) => {
    await lockVerified(tx, row);
    await tx.update(partnerPeople).set({ passwordHash }).where(eq(partnerPeople.id, row.id));
    await renewSession(tx, ctx);
    await endPasswordLinks(tx, ctx.deps, row.id);
    await notifyOwner(tx, ctx, row, "passwordChanged");
    await record(tx, ctx, { subject: row.partnerId });
  });
  return { success: true as const };
}
