import { and, eq, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { authenticateStaff, isRecentlyAuthenticated } from "../../core/auth/authorize.ts";
import { hashNewPassword, isKnownDevice, rememberDevice } from "../../core/auth/check-password.ts";
import type { CheckedPasskey } from "../../core/auth/passkeys/check-passkey.ts";
import { mustSetUpMfa } from "../../core/auth/required-mfa.ts";
import {
  endCurrentSession,
  endOtherSessions as endOtherSessionsOf,
  openSession,
  renewSession,
  rotateSession,
} from "../../core/auth/session-actions.ts";
import {
  type ActionContext,
  actingAs,
  type InvocationContext,
  type StaffPrincipal,
  type Visitor,
} from "../../core/rpc/context.ts";
import { DomainError } from "../../shared/errors.ts";
import { STAFF_ROLES, type StaffRole } from "../../shared/people/accounts.ts";
import type { SignedResponse } from "../../shared/people/passkeys.ts";
import { record, recordFailedLogin, skipAuditCheck } from "../audit/public.ts";
import { endLinks, postNewDevice } from "../mail/public.ts";
import {
  authenticateAgain,
  checkPassword,
  currentAccount,
  invalidCredentials,
  isUnchangedSince,
  markReauthenticated,
  principalOf,
  recordMissingCode,
  staffBySession,
} from "./authenticate.ts";
import { notifyOwner } from "./mails.ts";
import { verifyMfaCode } from "./mfa/codes.ts";
import { checkStaffPasskey, mayUsePasskeys, recordStaffUse } from "./passkeys.ts";
import type { changePasswordInput, loginInput, reauthenticateInput } from "./schema.ts";
import { type StaffRow, staffUsers } from "./table.ts";

type StaffContext = ActionContext<StaffPrincipal>;
/**
 * Signs a staff member in with a new session, and ends the one of the cookie that was sent. Throws 401, 429, and 403
 * if the account has none of `roles`, which only a caller with the right password and code can find out.
 */
export async function login(
  ctx: ActionContext<Visitor>,
  input: z.output<typeof loginInput>,
  roles: readonly StaffRole[] = STAFF_ROLES,
) {
  const { deps, call } = ctx;
  const user = await checkPassword(deps, call, input.username, input.password).catch((error: unknown) =>
    recordFailedLogin(ctx, error),
  );
  if (user.mfaEnabled) {
    if (!input.mfaToken) {
      await recordMissingCode(ctx, user);
      return { requiresMfa: true as const };
    }
    await verifyMfaCode(deps, call, user, input.mfaToken, true).catch((error: unknown) =>
      recordFailedLogin(ctx, error),
    );
  }
  if (!roles.includes(user.role)) return recordFailedLogin(ctx, wrongRole(), user.id);
  const unchanged = and(isUnchangedSince(user), eq(staffUsers.mfaEnabled, user.mfaEnabled));
  await openVerifiedSession(ctx, user, unchanged, null).catch((error: unknown) =>
    recordFailedLogin(ctx, error, user.id),
  );
  return signedIn(user);
}

export const signedIn = ({ id, username, role }: StaffRow) => ({
  success: true as const,
  user: { id, username, role },
});

/** For an account that has none of the roles of a sign-in screen. */
const wrongRole = () => new DomainError("forbidden", "Your account may not sign in here");

/** Opens the session, if the account still is as it was verified, which `unchanged` matches. */
async function openVerifiedSession(
  ctx: ActionContext<Visitor>,
  user: StaffRow,
  unchanged: SQL | undefined,
  checked: CheckedPasskey<StaffRow> | null,
): Promise<void> {
  const { deps, call } = ctx;
  const now = deps.now();
  const passkeyId = checked?.passkey.id ?? null;
  const origin = { createdAt: now, authenticatedAt: now, passkeyId };
  const principal = principalOf(user, { ...origin, id: null });
  const isNew = user.lastLoginAt !== null && !isKnownDevice(deps, call, "staff", user.usernameKey);
  await deps.db.transaction(async (tx) => {
    const updated = await tx
      .update(staffUsers)
      .set({ lastLoginAt: now })
      .where(unchanged)
      .returning({ id: staffUsers.id });
    if (updated.length === 0) throw invalidCredentials();
    if (checked) await recordStaffUse(tx, deps, checked);
    await record(tx, actingAs(ctx, principal), { subject: user.id, after: { success: true } });
    if (isNew) await postNewDevice(tx, actingAs(ctx, principal), { kind: "staff", ...user });
    await openSession(tx, deps, call, "staff", user.id, origin);
  });
  deps.metrics.signIns.inc({ outcome: "ok" });
  const { staffToken } = call.credentials;
  if (staffToken) await deps.sessions.staff.endToken(staffToken);
  rememberDevice(deps, call, "staff", user.usernameKey);
}

/** Ends the caller's session, if there is one. */
export async function logout(ctx: ActionContext<Visitor>) {
  const { staffToken } = ctx.call.credentials;
  const principal = staffToken ? await staffBySession(ctx.deps, staffToken, true) : null;
  if (!principal) skipAuditCheck(ctx);
  return endCurrentSession(ctx, "staff", principal, (tx, own) =>
    record(tx, actingAs(ctx, own), { subject: own.id }),
  );
}

/** The signed-in account, for a page that has just loaded. */
export async function currentSession({ deps, principal }: StaffContext) {
  const { id, username, role, mfaEnabled, mustChangePassword } = await currentAccount(deps, principal);
  const required = mustSetUpMfa(deps.settings, { ...principal, role, mfaEnabled }) && {
    mfaSetupRequired: true as const,
  };
  const knownToAnother = mustChangePassword && { mustChangePassword: true as const };
  return { role, userId: id, username, mfaEnabled, ...required, ...knownToAnother };
}

export const endOtherSessions = (ctx: StaffContext) =>
  endOtherSessionsOf(ctx, (tx) => record(tx, ctx, { subject: ctx.principal.id }));

/** Another person knows the current one. */
function samePassword(): DomainError {
  const sentence = "The new password must differ from the current one";
  return new DomainError("invalid", sentence, { fields: { newPassword: sentence } });
}

/** Changes the caller's password and ends all other sessions and reset links. Throws 400 on a weak one, 401 on a wrong one, 429. */
export async function changePassword(ctx: StaffContext, input: z.output<typeof changePasswordInput>) {
  const { deps, call, principal } = ctx;
  const refused = (error: unknown) => recordFailedLogin(ctx, error);
  const user = await checkPassword(deps, call, principal.name, input.currentPassword).catch(refused);
  const needsCode = user.mfaEnabled && !isRecentlyAuthenticated(deps, principal);
  if (needsCode) await verifyMfaCode(deps, call, user, input.mfaToken ?? "", true).catch(refused);
  if (needsCode || !user.mfaEnabled) await markReauthenticated(deps, principal);
  if (user.mustChangePassword && input.newPassword === input.currentPassword) throw samePassword();
  const passwordHash = await hashNewPassword(deps, input.newPassword, user, "newPassword");
  await deps.db.transaction(async (tx) => {
    const changed = await tx
      .update(staffUsers)
      .set({ passwordHash, mustChangePassword: false })
      .where(isUnchangedSince(user))
      .returning({ id: staffUsers.id });
    if (changed.length === 0) throw invalidCredentials();
    await endLinks(tx, deps, user.id, ["staff-reset-password", "staff-lockdown"]);
    await notifyOwner(tx, ctx, user, "passwordChanged");
    await renewSession(tx, ctx);
    await record(tx, ctx, { subject: user.id });
  });
  return { success: true as const };
}

/**
 * Signs a staff member in with a passkey, which counts as both factors. Throws 401, 429, and 403 as `login` does.
 */
export async function loginWithPasskey(
  ctx: ActionContext<Visitor>,
  response: SignedResponse,
  roles: readonly StaffRole[] = STAFF_ROLES,
) {
  const checked = await checkStaffPasskey(ctx, response).catch((error: unknown) =>
    recordFailedLogin(ctx, error),
  );
  const user = checked.account;
  if (!roles.includes(user.role)) return recordFailedLogin(ctx, wrongRole(), user.id);
  const active = and(eq(staffUsers.id, user.id), mayUsePasskeys());
  await openVerifiedSession(ctx, user, active, checked).catch((error: unknown) =>
    recordFailedLogin(ctx, error, user.id),
  );
  return signedIn(user);
}

/** Roles that manage partners. */
const MANAGERS: readonly StaffRole[] = ["partner_manager", "super_admin"];

/** The staff sign-in, for these roles only. Throws 401, 403 and 429. */
export async function loginAsManager(ctx: ActionContext<Visitor>, input: z.output<typeof loginInput>) {
  const result = await login(ctx, input, MANAGERS);
  return "requiresMfa" in result ? result : { user: { username: result.user.username } };
}

/** The same with a passkey. Throws 401, 403 and 429. */
export async function loginAsManagerWithPasskey(ctx: ActionContext<Visitor>, response: SignedResponse) {
  const { user } = await loginWithPasskey(ctx, response, MANAGERS);
  return { user: { username: user.username } };
}

/** Whether the caller is signed in with one of these roles; never a 401. Throws 503 while the database is away. */
export async function managerSession(context: InvocationContext) {
  const staff = await authenticateStaff(context, false).catch(nullIfUnauthenticated);
  if (!staff || staff.token || !MANAGERS.includes(staff.role)) return { authenticated: false as const };
  return { authenticated: true as const, user: { username: staff.name } };
}

function nullIfUnauthenticated(error: unknown): null {
  if (error instanceof DomainError && error.kind === "unauthenticated") return null;
  throw error;
}

type OwnContext = ActionContext<StaffPrincipal>;

/**
 * Renews the recent authentication of the session for another ten minutes. Without a password or passkey it only checks
 * whether there still is one. Throws 403 `REAUTHENTICATE`, 401 and 429.
 */
export async function reauthenticate(ctx: OwnContext, input: z.output<typeof reauthenticateInput>) {
  const { deps, principal } = ctx;
  const { passkey, ...proof } = input;
  if (passkey) await reauthenticateWithPasskey(ctx, passkey);
  else if (!proof.password && isRecentlyAuthenticated(deps, principal)) skipAuditCheck(ctx);
  else {
    await authenticateAgain(ctx, proof);
    await deps.db.transaction(async (tx) => {
      await rotateSession(tx, ctx);
      await record(tx, ctx, { subject: principal.id, after: { success: true } });
    });
  }
  return { success: true as const };
}

/** The session then counts as opened with the passkey. */
async function reauthenticateWithPasskey(ctx: OwnContext, response: SignedResponse): Promise<void> {
  const { deps, principal } = ctx;
  const refused = (error: unknown) => recordFailedLogin(ctx, error);
  const checked = await checkStaffPasskey(ctx, response, principal.id).catch(refused);
  await deps.db.transaction(async (tx) => {
    await recordStaffUse(tx, deps, checked);
    await rotateSession(tx, ctx, checked.passkey.id);
    await record(tx, ctx, { subject: principal.id, after: { success: true } });
  });
}
