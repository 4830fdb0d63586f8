import { and, eq } from "drizzle-orm";
import {
  isRecentlyAuthenticated,
  reauthenticationRequired,
  unauthenticated,
} from "../../core/auth/authorize.ts";
import { type Accounts, checkPassword as check, isKnownDevice } from "../../core/auth/check-password.ts";
import type { LiveSession } from "../../core/auth/sessions.ts";
import {
  type ActionContext,
  actingAs,
  type BasicCredentials,
  type Call,
  type Deps,
  type InvocationContext,
  type StaffPrincipal,
} from "../../core/rpc/context.ts";
import { days } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { countEntries, record, recordFailedLogin } from "../audit/public.ts";
import { countMails } from "../mail/public.ts";
import { notifyOwner } from "./mails.ts";
import { verifyMfaCode } from "./mfa/codes.ts";
import { type StaffRow, staffUsers } from "./table.ts";

const STAFF: Accounts<StaffRow> = {
  kind: "staff",
  refusal: "Invalid credentials",
  async find(deps, key) {
    const [user] = await deps.db.orm.select().from(staffUsers).where(eq(staffUsers.usernameKey, key));
    return user;
  },
  async replaceHash(deps, verified, passwordHash) {
    await deps.db.orm.update(staffUsers).set({ passwordHash }).where(isUnchangedSince(verified));
  },
};

/** Matches the account only while it is active with the password that was verified. */
export const isUnchangedSince = ({ id, passwordHash }: StaffRow) =>
  and(eq(staffUsers.id, id), eq(staffUsers.passwordHash, passwordHash), eq(staffUsers.isActive, true));

export const invalidCredentials = (): DomainError => unauthenticated(STAFF.refusal);

/** A user name normalized for comparison. */
export const usernameKey = (username: string): string => username.normalize("NFC").trim().toLowerCase();

/** Verifies name and password and returns the account. Throws 401 or 429. */
export const checkPassword = (
  deps: Deps,
  call: Call,
  username: string,
  password: string,
): Promise<StaffRow> => check(deps, call, STAFF, { key: usernameKey(username), password });

/**
 * HTTP Basic for scripts: every call signs in again and counts as recent authentication. An account with MFA also
 * sends a fresh code; backup codes are not accepted.
 */
export async function staffByBasic(
  context: InvocationContext,
  sent: BasicCredentials,
): Promise<StaffPrincipal> {
  const { deps, call } = context;
  const ctx = actingAs(context, { kind: "visitor" });
  const refused = (error: unknown) => recordFailedLogin(ctx, error);
  const user = await checkPassword(deps, call, sent.username, sent.password).catch(refused);
  if (user.mfaEnabled) {
    if (sent.code === undefined) {
      await recordMissingCode(ctx, user);
      throw mfaTokenRequired();
    }
    await verifyMfaCode(deps, call, user, sent.code, false).catch(refused).catch(rethrowAsMfaTokenRequired);
  }
  return principalOf(user, { id: null, authenticatedAt: deps.now(), passkeyId: null });
}

const MISSING_CODES_TOLD = 3;

/**
 * Records that someone gave the right password of an account and no code yet. If that was a new device, for the third time
 * since the last sign-in and the last day, the owner is told, once a day: nothing shows a stolen password earlier
 * (docs/security.md LOG-03).
 */
export async function recordMissingCode(ctx: ActionContext, user: StaffRow): Promise<void> {
  const { deps, call } = ctx;
  const dayAgo = new Date(deps.now().getTime() - days(1));
  const since = user.lastLoginAt !== null && user.lastLoginAt > dayAgo ? user.lastLoginAt : dayAgo;
  await deps.db.transaction(async (tx) => {
    await record(tx, ctx, { subject: user.id, after: { success: false, codeMissing: true } });
    if (isKnownDevice(deps, call, "staff", user.usernameKey)) return;
    const tried = await countEntries(tx, user.id, "codeMissing", since);
    if (tried < MISSING_CODES_TOLD || (await countMails(tx, user.email, "staff-code-missing", dayAgo)) > 0)
      return;
    await notifyOwner(tx, ctx, user, "codeMissing");
  });
}

const mfaTokenRequired = () =>
  new DomainError("unauthenticated", "Invalid MFA code", {
    headers: { "WWW-Authenticate": "Session", "X-MFA-Token": "required" },
  });

function rethrowAsMfaTokenRequired(error: unknown): never {
  if (error instanceof DomainError && error.kind === "unauthenticated") throw mfaTokenRequired();
  throw error;
}

/** The principal of a session token; null for an unknown or expired one, and for a deactivated account. */
export async function staffBySession(
  deps: Deps,
  token: string,
  polling: boolean,
): Promise<StaffPrincipal | null> {
  const session = await deps.sessions.staff.validate(token, deps.now(), polling);
  if (!session) return null;
  const user = await findAccount(deps, session.userId);
  return user?.isActive ? principalOf(user, session) : null;
}

type Authentication = Pick<LiveSession, "authenticatedAt" | "passkeyId"> & { readonly id: string | null };

export const principalOf = (
  user: StaffRow,
  { id: sessionId, authenticatedAt, passkeyId }: Authentication,
): StaffPrincipal => ({
  kind: "staff",
  id: user.id,
  name: user.username,
  role: user.role,
  mfaEnabled: user.mfaEnabled,
  sessionId,
  authenticatedAt,
  usedPasskey: passkeyId !== null,
});

export async function findAccount(deps: Deps, id: string): Promise<StaffRow | undefined> {
  const [user] = await deps.db.orm.select().from(staffUsers).where(eq(staffUsers.id, id));
  return user;
}

/** The caller's account. Throws 401 if it no longer exists. */
export async function currentAccount(deps: Deps, principal: StaffPrincipal): Promise<StaffRow> {
  const user = await findAccount(deps, principal.id);
  if (!user) throw unauthenticated();
  return user;
}

interface Proof {
  readonly password?: string | undefined;
  readonly token?: string | undefined;
}

/**
 * For operations that a stolen session must not reach: the caller entered password and code in the last ten minutes, or
 * sends them now. Throws 403 `REAUTHENTICATE`, 401 and 429.
 */
export async function requireRecentAuthentication(
  ctx: ActionContext<StaffPrincipal>,
  proof: Proof,
): Promise<void> {
  if (!isRecentlyAuthenticated(ctx.deps, ctx.principal)) await authenticateAgain(ctx, proof);
}

/** Verifies the password and, with MFA, the code. Throws 403 `REAUTHENTICATE` if one is missing, 401 and 429. */
export async function authenticateAgain(ctx: ActionContext<StaffPrincipal>, proof: Proof): Promise<void> {
  const { deps, call, principal } = ctx;
  if (!proof.password) throw reauthenticationRequired();
  const refused = (error: unknown) => recordFailedLogin(ctx, error);
  const user = await checkPassword(deps, call, principal.name, proof.password).catch(refused);
  if (user.mfaEnabled) {
    if (!proof.token) throw reauthenticationRequired();
    await verifyMfaCode(deps, call, user, proof.token, true).catch(refused);
  }
  await markReauthenticated(deps, principal);
}

/** Marks the session as reauthenticated: its owner has just given the password and, with MFA, a code. */
export async function markReauthenticated(deps: Deps, { sessionId }: StaffPrincipal): Promise<void> {
  if (sessionId !== null) await deps.sessions.staff.markAuthenticated(sessionId, deps.now());
}
