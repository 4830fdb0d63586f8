import { eq } from "drizzle-orm";
import type { z } from "zod";
import { isCommonPassword } from "../../core/common-passwords.ts";
import type { Acting, Call, Deps, StaffPrincipal, Visitor } from "../../core/context.ts";
import { setCookie } from "../../core/cookies.ts";
import type { Tx } from "../../db/client.ts";
import { DomainError } from "../../shared/errors.ts";
import { accountedFor, record } from "../audit/service.ts";
import {
  accountOf,
  checkPassword,
  isRecent,
  ownAccount,
  principalOf,
  rememberDevice,
} from "./authenticate.ts";
import { type changePasswordInput, type loginInput, TOO_COMMON } from "./schema.ts";
import { checkCode } from "./second-factor.ts";
import { staffUsers } from "./table.ts";

type Own = Acting<StaffPrincipal>;

/** Signs a member of staff in: a new session, whatever cookie came along. Throws 401 and 429. */
export async function login(acting: Acting<Visitor>, input: z.output<typeof loginInput>, action: string) {
  const { deps, call } = acting;
  const user = await checkPassword(deps, call, input.username, input.password).catch((error: unknown) =>
    refusedLogin(acting, error, null, action),
  );
  if (user.mfaEnabled) {
    if (!input.mfaToken) {
      accountedFor(acting);
      return { requiresMfa: true as const };
    }
    await checkCode(deps, call, user, input.mfaToken, true).catch((error: unknown) =>
      refusedLogin(acting, error, user.id, action),
    );
  }
  const now = deps.now();
  const principal = principalOf(user, null, now);
  const { staffToken } = call.credentials;
  if (staffToken) await deps.sessions.staff.endToken(staffToken);
  await deps.db.transaction(async (tx) => {
    await tx.update(staffUsers).set({ lastLoginAt: now }).where(eq(staffUsers.id, user.id));
    await record(tx, { deps, call, principal }, { action, subject: user.id, after: { success: true } });
    await openSession(tx, deps, call, user.id);
  });
  rememberDevice(deps, call, user.username);
  return { success: true as const, user: { id: user.id, username: user.username, role: user.role } };
}

/** A failed sign-in is an act too. What was typed is not kept: people type passwords into the wrong field. */
async function refusedLogin(
  acting: Acting<Visitor>,
  error: unknown,
  subject: string | null,
  action: string,
): Promise<never> {
  if (error instanceof DomainError && error.kind === "unauthenticated") {
    await acting.deps.db.transaction((tx) =>
      record(tx, acting, { action, subject, after: { success: false } }),
    );
  }
  throw error;
}

async function openSession(
  tx: Tx,
  { sessions, settings, now }: Deps,
  call: Call,
  userId: string,
): Promise<void> {
  const from = { address: call.address, userAgent: call.userAgent };
  const { token } = await sessions.staff.open(tx, userId, from, now());
  const cookie = setCookie(settings, "staff_session", token, sessions.staff.lifetime.absolute);
  call.answer.append("Set-Cookie", cookie);
}

/** After a change of what an account is opened with: its sessions end, the caller goes on with a new one. */
export async function renewSession(tx: Tx, { deps, call, principal }: Own): Promise<void> {
  await deps.sessions.staff.endAll(tx, principal.id);
  if (principal.sessionId !== null) await openSession(tx, deps, call, principal.id);
}

/** Ends the caller's session on the server; without one there is nothing to end. */
export async function logout(acting: Acting<Visitor>, action: string) {
  const { deps, call } = acting;
  const { staffToken } = call.credentials;
  const session = staffToken ? await deps.sessions.staff.validate(staffToken, deps.now(), true) : null;
  const user = session && (await accountOf(deps, session.userId));
  if (session && user) {
    const principal = principalOf(user, session.id, session.authenticatedAt);
    await deps.db.transaction(async (tx) => {
      await deps.sessions.staff.end(tx, session.id);
      await record(tx, { deps, call, principal }, { action, subject: user.id });
    });
  } else accountedFor(acting);
  call.answer.append("Set-Cookie", setCookie(deps.settings, "staff_session", "", 0));
  // Chromium writes a line into the console for it, and the page clears its own cache
  if (call.door === "rest") call.answer.set("Clear-Site-Data", '"cache", "storage"');
  return { success: true as const };
}

/** Who the caller is, for the browser that has just loaded a page. */
export async function currentSession({ deps, principal }: Own) {
  const { mfaEnabled } = await ownAccount(deps, principal);
  return { role: principal.role, userId: principal.id, username: principal.name, mfaEnabled };
}

/** Where the caller is signed in, latest seen first. */
export async function listSessions({ deps, principal }: Own) {
  const sessions = await deps.sessions.staff.list(principal.id, deps.now());
  return sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: userAgent,
    address,
    createdAt,
    lastSeenAt,
    current: id === principal.sessionId,
  }));
}

/** Ends one of the caller's own sessions. Throws 404 on anybody else's. */
export async function endSession(acting: Own, id: string, action: string) {
  const { deps, principal } = acting;
  const mine = await deps.sessions.staff.list(principal.id, deps.now());
  if (!mine.some((session) => session.id === id))
    throw new DomainError("notFound", "This session does not exist");
  await deps.db.transaction(async (tx) => {
    await deps.sessions.staff.end(tx, id);
    await record(tx, acting, { action, subject: principal.id });
  });
  return { success: true as const };
}

export async function endOtherSessions(acting: Own, action: string) {
  const { deps, principal } = acting;
  await deps.db.transaction(async (tx) => {
    await deps.sessions.staff.endAll(tx, principal.id, principal.sessionId ?? undefined);
    await record(tx, acting, { action, subject: principal.id });
  });
  return { success: true as const };
}

/** Changes the caller's password; all other sessions end. Throws 400 on a common one, 401 on a wrong one. */
export async function changePassword(
  acting: Own,
  input: z.output<typeof changePasswordInput>,
  action: string,
) {
  const { deps, call, principal } = acting;
  const user = await checkPassword(deps, call, principal.name, input.currentPassword);
  if (user.mfaEnabled && !isRecent(deps, principal)) {
    await checkCode(deps, call, user, input.mfaToken ?? "", true);
  }
  const passwordHash = await hashNewPassword(
    deps,
    input.newPassword,
    [user.username, user.email],
    "newPassword",
  );
  await deps.db.transaction(async (tx) => {
    await tx.update(staffUsers).set({ passwordHash }).where(eq(staffUsers.id, user.id));
    await renewSession(tx, acting);
    await record(tx, acting, { action, subject: user.id });
  });
  return { success: true as const };
}

/** Throws 400 on a password that everybody tries first. */
export async function hashNewPassword(
  deps: Deps,
  password: string,
  own: readonly string[],
  field = "password",
): Promise<string> {
  if (isCommonPassword(password, own))
    throw new DomainError("invalid", TOO_COMMON, { fields: { [field]: TOO_COMMON } });
  return deps.passwords.hash(password);
}
