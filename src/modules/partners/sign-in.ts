import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { unauthenticated } from "../../core/auth/authorize.ts";
import {
  type Accounts,
  checkPassword,
  hashNewPassword,
  rememberDevice,
} from "../../core/auth/check-password.ts";
import {
  clearSessionCookie,
  endOtherSessions as endOtherSessionsOf,
  endOwnSession,
  listOwnSessions,
  openSession,
  renewSession,
} from "../../core/auth/session-actions.ts";
import type { ActionContext, PartnerPrincipal, Visitor } from "../../core/rpc/context.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import { accountedFor, record } from "../audit/service.ts";
import { postPasswordChanged } from "./mails.ts";
import { lockPartner, ownProfile, type PartnerRow, partnerBySession, principalOf } from "./queries.ts";
import type { changePasswordInput, loginInput } from "./schema.ts";

import { partners } from "./table.ts";

type Own = ActionContext<PartnerPrincipal>;

const PARTNERS: Accounts<PartnerRow> = {
  kind: "partner",
  refusal: "Invalid email or password", // contract 5
  async find(deps, key) {
    const [row] = await deps.db.orm.select().from(partners).where(eq(partners.emailKey, key));
    return row;
  },
  async replaceHash(deps, { id, passwordHash: verified }, passwordHash) {
    const unchanged = and(eq(partners.id, id), eq(partners.passwordHash, verified));
    await deps.db.orm.update(partners).set({ passwordHash }).where(unchanged);
  },
};

/** Signs a partner in: a new session, whatever cookie came along. Throws 401 and 429. // contract 5 */
export async function login(acting: ActionContext<Visitor>, input: z.output<typeof loginInput>) {
  const { deps, call } = acting;
  const sent = { key: emailKey(input.email), password: input.password };
  const row = await enter(acting, sent).catch((error: unknown) => refusedLogin(acting, error));
  const { partnerToken } = call.credentials;
  if (partnerToken) await deps.sessions.partner.endToken(partnerToken);
  rememberDevice(deps, call, "partner", row.emailKey);
  return row;
}

/**
 * Opens a session for a right password. Where its hash is another one after the check, a second check tells whether
 * the password was changed or a sign-in beside this one made the hash anew. Throws 401 and 429.
 */
async function enter(
  acting: ActionContext<Visitor>,
  sent: Parameters<typeof checkPassword>[3],
  again = true,
): Promise<PartnerRow> {
  const { deps, call } = acting;
  const row = await checkPassword(deps, call, PARTNERS, sent);
  const principal = principalOf(row, "");
  const entered = await deps.db.transaction(async (tx) => {
    if (!(await lockVerified(tx, row))) return false;
    await record(tx, { ...acting, principal }, { subject: row.id, after: { success: true } });
    await openSession(tx, deps, call, "partner", row.id);
    return true;
  });
  if (entered) return row;
  if (!again) throw unauthenticated(PARTNERS.refusal);
  return enter(acting, sent, false);
}

/** Holds the account to the end of the transaction; false where it is gone or has another hash than was verified. */
async function lockVerified(tx: Tx, { id, passwordHash }: PartnerRow): Promise<boolean> {
  return (await lockPartner(tx, id))?.passwordHash === passwordHash;
}

/** A failed sign-in is an act too; what was typed is not kept. */
async function refusedLogin(acting: ActionContext<Visitor>, error: unknown): Promise<never> {
  if (error instanceof DomainError && error.kind === "unauthenticated") {
    await acting.deps.db.transaction((tx) =>
      record(tx, acting, { subject: null, after: { success: false } }),
    );
  }
  throw error;
}

/** Ends the caller's session on the server; without one there is nothing to end. */
export async function logout(acting: ActionContext<Visitor>) {
  const { deps, call } = acting;
  const { partnerToken } = call.credentials;
  const principal = partnerToken ? await partnerBySession(deps, partnerToken, true) : null;
  if (principal) {
    await deps.db.transaction(async (tx) => {
      await deps.sessions.partner.end(tx, principal.sessionId);
      await record(tx, { ...acting, principal }, { subject: principal.id });
    });
  } else accountedFor(acting);
  clearSessionCookie(deps, call, "partner");
  return { success: true as const };
}

/** Where the caller is signed in, latest seen first. */
export const listSessions = (acting: Own) => listOwnSessions(acting);

/** Ends one of the caller's own sessions. Throws 404 on anybody else's. */
export const endSession = (acting: Own, id: string) =>
  endOwnSession(acting, id, (tx) => record(tx, acting, { subject: acting.principal.id }));

export const endOtherSessions = (acting: Own) =>
  endOtherSessionsOf(acting, (tx) => record(tx, acting, { subject: acting.principal.id }));

/**
 * Changes the caller's password; all other sessions end and the caller goes on with a new one. Throws 400 on a common
 * password, 401 on a wrong one, 429. // security AUT-04
 */
export async function changePassword(
  acting: Own,
  { currentPassword, newPassword }: z.output<typeof changePasswordInput>,
) {
  const { deps, call } = acting;
  const { email, emailKey: key, businessName } = await ownProfile(acting);
  const accounts = { ...PARTNERS, refusal: "Your current password is not right" };
  const row = await checkPassword(deps, call, accounts, { key, password: currentPassword });
  const passwordHash = await hashNewPassword(deps, newPassword, [email, businessName], "newPassword");
  await deps.db.transaction(async (tx) => {
    if (!(await lockVerified(tx, row))) throw unauthenticated(accounts.refusal); // changed meanwhile
    await tx.update(partners).set({ passwordHash }).where(eq(partners.id, row.id));
    await renewSession(tx, acting);
    await postPasswordChanged(tx, deps, email);
    await record(tx, acting, { subject: row.id });
  });
  return { success: true as const };
}
