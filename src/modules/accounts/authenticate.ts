import { and, eq } from "drizzle-orm";
import { unauthenticated } from "../../core/auth/authorize.ts";
import { type Accounts, checkPassword as check } from "../../core/auth/check-password.ts";
import type {
  ActionContext,
  BasicCredentials,
  Call,
  Deps,
  InvocationContext,
  StaffPrincipal,
} from "../../core/rpc/context.ts";
import { minutes } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { record } from "../audit/service.ts";
import { checkCode } from "./mfa-codes.ts";
import { staffUsers } from "./table.ts";

type StaffRow = typeof staffUsers.$inferSelect;

const RECENT = minutes(10);

const STAFF: Accounts<StaffRow> = {
  kind: "staff",
  refusal: "Invalid credentials",
  async find(deps, key) {
    const [user] = await deps.db.orm.select().from(staffUsers).where(eq(staffUsers.usernameKey, key));
    return user;
  },
  async replaceHash(deps, verified, passwordHash) {
    await deps.db.orm.update(staffUsers).set({ passwordHash }).where(isAsVerified(verified));
  },
};

/** Still the account that was looked at: neither given another password nor closed meanwhile. */
export const isAsVerified = ({ id, passwordHash }: StaffRow) =>
  and(eq(staffUsers.id, id), eq(staffUsers.passwordHash, passwordHash), eq(staffUsers.isActive, true));

export const wrongLogin = (): DomainError => unauthenticated(STAFF.refusal);

/** What makes two user names the same person's. */
export const usernameKey = (username: string): string => username.normalize("NFC").trim().toLowerCase();

/** The account that a name and a password are right for. Throws 401 or 429. */
export const checkPassword = (
  deps: Deps,
  call: Call,
  username: string,
  password: string,
): Promise<StaffRow> => check(deps, call, STAFF, { key: usernameKey(username), password });

/**
 * HTTP Basic for scripts: every call is a sign-in of its own and counts as recent authentication. An account with
 * MFA sends a fresh code along; a backup code will not do.
 */
export async function staffByBasic(
  context: InvocationContext,
  sent: BasicCredentials,
): Promise<StaffPrincipal> {
  const { deps, call } = context;
  const acting = { ...context, principal: { kind: "visitor" } } as const;
  const refused = (subject: string | null) => (error: unknown) => refusedLogin(acting, error, subject);
  const user = await checkPassword(deps, call, sent.username, sent.password).catch(refused(null));
  if (user.mfaEnabled) {
    if (sent.code === undefined) throw codeNeeded();
    await checkCode(deps, call, user, sent.code, false).catch(refused(user.id)).catch(rethrowAsCodeNeeded);
  }
  return principalOf(user, null, deps.now());
}

/**
 * A failed sign-in is an act too, through whichever door. What was typed is not kept: people type passwords into the
 * wrong field. The limit on failures, whose own refusals are not noted, is one on these acts as well.
 */
export async function refusedLogin(
  acting: ActionContext,
  error: unknown,
  subject: string | null,
): Promise<never> {
  if (error instanceof DomainError && ["unauthenticated", "forbidden"].includes(error.kind)) {
    await acting.deps.db.transaction((tx) => record(tx, acting, { subject, after: { success: false } }));
  }
  throw error;
}

const codeNeeded = () =>
  new DomainError("unauthenticated", "Invalid MFA code", {
    headers: { "WWW-Authenticate": "Session", "X-MFA-Token": "required" },
  });

function rethrowAsCodeNeeded(error: unknown): never {
  if (error instanceof DomainError && error.kind === "unauthenticated") throw codeNeeded();
  throw error;
}

/** Whose session a token is; null for nobody's, and for an account that may no longer sign in. */
export async function staffBySession(
  deps: Deps,
  token: string,
  polling: boolean,
): Promise<StaffPrincipal | null> {
  const session = await deps.sessions.staff.validate(token, deps.now(), polling);
  if (!session) return null;
  const user = await accountOf(deps, session.userId);
  return user?.isActive ? principalOf(user, session.id, session.authenticatedAt) : null;
}

export const principalOf = (
  user: StaffRow,
  sessionId: string | null,
  authenticatedAt: Date,
): StaffPrincipal => ({
  kind: "staff",
  id: user.id,
  name: user.username,
  role: user.role,
  sessionId,
  authenticatedAt,
});

export async function accountOf(deps: Deps, id: string): Promise<StaffRow | undefined> {
  const [user] = await deps.db.orm.select().from(staffUsers).where(eq(staffUsers.id, id));
  return user;
}

/** The caller's own account. Throws 401 where it is gone. */
export async function ownAccount(deps: Deps, principal: StaffPrincipal): Promise<StaffRow> {
  const user = await accountOf(deps, principal.id);
  if (!user) throw unauthenticated();
  return user;
}

export const isRecent = (deps: Deps, principal: StaffPrincipal): boolean =>
  deps.now().getTime() - principal.authenticatedAt.getTime() <= RECENT;

interface Proof {
  readonly password?: string | undefined;
  readonly token?: string | undefined;
}

/**
 * For acts that a stolen session must not do: the caller gave password and code within ten minutes, or gives them
 * now. Throws 403 `REAUTHENTICATE`, 401 and 429.
 */
export async function requireRecent(acting: ActionContext<StaffPrincipal>, proof: Proof): Promise<void> {
  const { deps, call, principal } = acting;
  if (isRecent(deps, principal)) return;
  if (!proof.password) throw reauthenticate();
  const refused = (error: unknown) => refusedLogin(acting, error, principal.id);
  const user = await checkPassword(deps, call, principal.name, proof.password).catch(refused);
  if (user.mfaEnabled) {
    if (!proof.token) throw reauthenticate();
    await checkCode(deps, call, user, proof.token, true).catch(refused);
  }
  await confirmSession(deps, principal);
}

/** The caller has just given password and, where due, code. */
export async function confirmSession(deps: Deps, { sessionId }: StaffPrincipal): Promise<void> {
  if (sessionId !== null) await deps.sessions.staff.confirm(sessionId, deps.now());
}

const reauthenticate = () =>
  new DomainError("forbidden", "Please confirm that it is you", { code: "REAUTHENTICATE" });
