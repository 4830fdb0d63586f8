import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import {
  isRecentlyAuthenticated,
  reauthenticationRequired,
  unauthenticated,
} from "../../core/auth/authorize.ts";
import {
  type Accounts,
  checkPassword,
  hashNewPassword,
  isKnownDevice,
  rememberDevice,
} from "../../core/auth/check-password.ts";
import { passkeyRefused } from "../../core/auth/passkeys/check-passkey.ts";
import {
  endCurrentSession,
  endOtherSessions as endOtherSessionsOf,
  endOwnSession,
  listOwnSessions,
  openSession,
  renewSession,
  rotateSession,
} from "../../core/auth/session-actions.ts";
import { type ActionContext, actingAs, type PartnerPrincipal, type Visitor } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { emailKey } from "../../shared/fields.ts";
import type { SignedResponse } from "../../shared/people/passkeys.ts";
import { record, recordFailedLogin, skipAuditCheck } from "../audit/public.ts";
import { postNewDevice } from "../mail/public.ts";
import { notifyOwner } from "./mails.ts";
import { checkPartnerPasskey, recordPartnerUse } from "./passkeys.ts";
import { endPasswordLinks } from "./password-links.ts";
import { lockPartner, ownProfile, type PartnerRow, partnerBySession, principalOf } from "./queries.ts";
import type { changePasswordInput, loginInput, reauthenticateInput } from "./schema.ts";
import { currentPartners, partners } from "./table.ts";

type Own = ActionContext<PartnerPrincipal>;

const PARTNERS: Accounts<PartnerRow> = {
  kind: "partner",
  refusal: "Invalid email or password",
  async find(deps, key) {
    const ofAddress = eq(currentPartners.emailKey, key);
    const [row] = await deps.db.orm.select().from(currentPartners).where(ofAddress);
    return row;
  },
  async replaceHash(deps, { id, passwordHash: verified }, passwordHash) {
    const unchanged = and(eq(partners.id, id), eq(partners.passwordHash, verified));
    await deps.db.orm.update(partners).set({ passwordHash }).where(unchanged);
  },
};

/** Signs a partner in with a new session; the one of the request's cookie ends. Throws 401 and 429. */
export async function login(ctx: ActionContext<Visitor>, input: z.output<typeof loginInput>) {
  const credentials = { key: emailKey(input.email), password: input.password };
  const row = await authenticate(ctx, credentials).catch((error: unknown) => recordFailedLogin(ctx, error));
  await completeSignIn(ctx, row);
  return row;
}

/** Counts the sign-in, ends the session of the cookie that was sent, and marks the browser as a known device. */
async function completeSignIn({ deps, call }: ActionContext<Visitor>, { emailKey: key }: PartnerRow) {
  deps.metrics.signIns.inc({ outcome: "ok" });
  if (call.credentials.partnerToken) await deps.sessions.partner.endToken(call.credentials.partnerToken);
  rememberDevice(deps, call, "partner", key);
}

/** The same with a passkey. Throws 401 and 429. */
export async function loginWithPasskey(ctx: ActionContext<Visitor>, response: SignedResponse) {
  const { deps, call } = ctx;
  const refused = (error: unknown) => recordFailedLogin(ctx, error);
  const checked = await checkPartnerPasskey(ctx, response).catch(refused);
  const { account, passkey } = checked;
  const now = deps.now();
  const origin = { createdAt: now, authenticatedAt: now, passkeyId: passkey.id };
  const principal = principalOf(account, { ...origin, id: "" });
  await deps.db
    .transaction(async (tx) => {
      if (!(await lockPartner(tx, account.id))) throw passkeyRefused(account.id); // deleted since the check
      await recordPartnerUse(tx, deps, checked);
      await record(tx, actingAs(ctx, principal), { subject: account.id, after: { success: true } });
      await reportDevice(tx, actingAs(ctx, principal), account);
      await openSession(tx, deps, call, "partner", account.id, origin);
    })
    .catch(refused);
  await completeSignIn(ctx, account);
  return account;
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
  const checked = passkey ? await checkPartnerPasskey(ctx, passkey, principal.id).catch(refused) : null;
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
): Promise<PartnerRow> {
  const { deps, call } = ctx;
  const row = await checkPassword(deps, call, PARTNERS, credentials);
  const principal = principalOf(row, { id: "", authenticatedAt: deps.now() });
  const entered = await deps.db.transaction(async (tx) => {
    if (!(await isUnchanged(tx, row))) return false;
    await record(tx, actingAs(ctx, principal), { subject: row.id, after: { success: true } });
    await reportDevice(tx, actingAs(ctx, principal), row);
    await openSession(tx, deps, call, "partner", row.id);
    return true;
  });
  if (entered) return row;
  if (!mayRetry) throw unauthenticated(PARTNERS.refusal);
  return authenticate(ctx, credentials, false);
}

/** Mails the owner about a sign-in from a new device, except the first sign-in of all. */
async function reportDevice(tx: Tx, ctx: Own, row: PartnerRow): Promise<void> {
  const { deps, call } = ctx;
  if (row.firstLoginAt === null)
    await tx.update(partners).set({ firstLoginAt: deps.now() }).where(eq(partners.id, row.id));
  else if (!isKnownDevice(deps, call, "partner", row.emailKey))
    await postNewDevice(tx, ctx, { kind: "partner", id: row.id, email: row.email });
}

/** Locks the account; false if it was deleted or its hash is not the verified one any more. */
async function isUnchanged(tx: Tx, { id, passwordHash }: PartnerRow): Promise<boolean> {
  return (await lockPartner(tx, id))?.passwordHash === passwordHash;
}

const WRONG_PASSWORD = "Your current password is not right";

/** The caller's account, once its password is checked. Throws 401 and 429. */
export async function checkOwnPassword(ctx: Own, password: string): Promise<PartnerRow> {
  const { emailKey: key } = await ownProfile(ctx);
  return checkPassword(ctx.deps, ctx.call, { ...PARTNERS, refusal: WRONG_PASSWORD }, { key, password });
}

/** Locks an account after `checkOwnPassword`. Throws 401 if it was deleted or its password changed since. */
export async function lockVerified(tx: Tx, row: PartnerRow): Promise<void> {
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
    await tx.update(partners).set({ passwordHash }).where(eq(partners.id, row.id));
    await renewSession(tx, ctx);
    await endPasswordLinks(tx, ctx.deps, row.id);
    await notifyOwner(tx, ctx, row, "passwordChanged");
    await record(tx, ctx, { subject: row.id });
  });
  return { success: true as const };
}
