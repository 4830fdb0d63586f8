import { and, eq, gt, isNull, lt, or } from "drizzle-orm";
import {
  isRecentlyAuthenticated,
  reauthenticationRequired,
  unauthenticated,
} from "../../core/auth/authorize.ts";
import {
  type Accounts,
  checkPassword as check,
  countFailedLogin,
  isKnownDevice,
} from "../../core/auth/check-password.ts";
import { FailedLogin } from "../../core/auth/failed-login.ts";
import type { LiveSession } from "../../core/auth/sessions.ts";
import { tokenHashOf } from "../../core/crypto/token-hash.ts";
import {
  type ActionContext,
  actingAs,
  type BasicCredentials,
  type Call,
  type Deps,
  type InvocationContext,
  type StaffPrincipal,
} from "../../core/rpc/context.ts";
import { days, minutes } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { countEntries, record, recordFailedLogin } from "../audit/public.ts";
import { countMails } from "../mail/public.ts";
import { notifyOwner } from "./mails.ts";
import { verifyMfaCode } from "./mfa/codes.ts";
import { type StaffRow, staffUsers } from "./table.ts";
import { apiTokens, type TokenRow } from "./tokens/table.ts";
import { isToken } from "./tokens/token.ts";

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
  name: user.isService ? `service ${user.username}` : user.username,
  role: user.role,
  mfaEnabled: user.mfaEnabled,
  isService: user.isService,
  sessionId,
  authenticatedAt,
  usedPasskey: passkeyId !== null,
});

const NEVER = new Date(0);

/** The owner as who calls with a token: never recently authenticated (docs/security.md TOK-05). */
export const tokenPrincipal = (owner: StaffRow, { id, name, scopes }: TokenRow): StaffPrincipal => ({
  ...principalOf(owner, { id: null, authenticatedAt: NEVER, passkeyId: null }),
  token: { id, name, scopes },
});

const TOUCH_AFTER = minutes(1); // `lastUsedAt` is written at most this often
const CHALLENGE = { "WWW-Authenticate": 'Bearer error="invalid_token"' } as const;

/**
 * The owner of a token, with the role that the account has now. Throws 401 for a token that is wrong, expired or
 * revoked or whose owner is not active, all alike, and 429.
 */
export async function staffByToken(context: InvocationContext, sent: string): Promise<StaffPrincipal> {
  const { deps } = context;
  const found = isToken(sent) ? await findByToken(deps, sent) : undefined;
  if (!found) return refuseToken(context);
  const { token, owner } = found;
  await recordUse(context, token);
  return tokenPrincipal(owner, token);
}

async function findByToken({ db, now }: Deps, sent: string) {
  const [found] = await db.orm
    .select({ token: apiTokens, owner: staffUsers })
    .from(apiTokens)
    .innerJoin(staffUsers, eq(staffUsers.id, apiTokens.ownerId))
    .where(
      and(
        eq(apiTokens.tokenHash, tokenHashOf(sent)),
        gt(apiTokens.expiresAt, now()),
        eq(staffUsers.isActive, true),
      ),
    );
  return found;
}

/** The token is random enough to be looked up before the attempt is counted, so a valid one costs no counter. */
async function refuseToken(context: InvocationContext): Promise<never> {
  const locks = await countFailedLogin(context.deps, context.call);
  const refusal = new FailedLogin("This token is wrong, expired or revoked", null, locks, CHALLENGE);
  return recordFailedLogin(actingAs(context, { kind: "visitor" }), refusal);
}

async function recordUse({ deps, call }: InvocationContext, { id, lastUsedAt }: TokenRow): Promise<void> {
  const now = deps.now();
  const before = new Date(now.getTime() - TOUCH_AFTER);
  if (lastUsedAt !== null && lastUsedAt > before) return;
  await deps.db.orm
    .update(apiTokens)
    .set({ lastUsedAt: now, lastUsedAddress: call.address })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))));
}

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
