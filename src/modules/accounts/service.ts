import { count, eq } from "drizzle-orm";
import type { z } from "zod";
import { isCommonPassword } from "../../core/common-passwords.ts";
import type { Acting, Deps, StaffPrincipal, Visitor } from "../../core/context.ts";
import { setCookie } from "../../core/cookies.ts";
import { unauthenticated } from "../../core/guard.ts";
import type { StaffActor } from "../../core/trpc.ts";
import { violatedConstraint } from "../../db/errors.ts";
import { DomainError } from "../../shared/errors.ts";
import { randomId } from "../../shared/id.ts";
import { record } from "../audit/service.ts";
import { checkPassword, usernameKey } from "./authenticate.ts";
import { type createInput, type loginInput, type StaffUser, TOO_COMMON } from "./schema.ts";
import { staffUsers } from "./table.ts";

/** Signs a member of staff in: a new session, whatever cookie came along. Throws 401 and 429. */
export async function login(acting: Acting<Visitor>, input: z.output<typeof loginInput>, action: string) {
  const { deps, call } = acting;
  const user = await checkPassword(deps, call, input.username, input.password);
  const now = deps.now();
  const principal: StaffPrincipal = {
    kind: "staff",
    id: user.id,
    name: user.username,
    role: user.role,
    sessionId: null,
    authenticatedAt: now,
  };
  const { staffToken } = call.credentials;
  if (staffToken) await deps.sessions.staff.endToken(staffToken);
  const { token } = await deps.db.transaction(async (tx) => {
    await tx.update(staffUsers).set({ lastLoginAt: now }).where(eq(staffUsers.id, user.id));
    await record(tx, { deps, call, principal }, { action, subject: user.id });
    return deps.sessions.staff.open(tx, user.id, { address: call.address, userAgent: call.userAgent }, now);
  });
  const { sessions, settings } = deps;
  call.answer.append(
    "Set-Cookie",
    setCookie(settings, "staff_session", token, sessions.staff.lifetime.absolute),
  );
  return { success: true as const, user: { id: user.id, username: user.username, role: user.role } };
}

/** Ends the caller's session on the server; without one there is nothing to end. */
export async function logout(acting: Acting<Visitor>, action: string) {
  const { deps, call } = acting;
  const { staffToken } = call.credentials;
  const session = staffToken ? await deps.sessions.staff.validate(staffToken, deps.now(), true) : null;
  if (session) {
    await deps.db.transaction(async (tx) => {
      await deps.sessions.staff.end(tx, session.id);
      await record(tx, acting, { action, subject: session.userId });
    });
  }
  call.answer.append("Set-Cookie", setCookie(deps.settings, "staff_session", "", 0));
  call.answer.set("Clear-Site-Data", '"cache", "storage"');
  return { success: true as const };
}

/** Who the caller is, for the browser that has just loaded a page. */
export async function currentSession({ deps, principal }: Acting<StaffPrincipal>) {
  const [user] = await deps.db.orm
    .select({ mfaEnabled: staffUsers.mfaEnabled })
    .from(staffUsers)
    .where(eq(staffUsers.id, principal.id));
  if (!user) throw unauthenticated();
  return { role: principal.role, userId: principal.id, username: principal.name, ...user };
}

/** A new staff account. Throws 400 on a common password and 409 on a taken name. */
export async function create(
  acting: Acting<StaffActor>,
  input: z.output<typeof createInput>,
  action: string,
) {
  const { deps } = acting;
  if (isCommonPassword(input.password, [input.username, input.email])) {
    throw new DomainError("invalid", TOO_COMMON, { fields: { password: TOO_COMMON } });
  }
  const passwordHash = await deps.passwords.hash(input.password);
  const now = deps.now();
  const { username, email, role } = input;
  const values = { id: randomId(), username, email, role, usernameKey: usernameKey(username) };
  try {
    return await deps.db.transaction(async (tx): Promise<StaffUser> => {
      const times = { createdAt: now, updatedAt: now };
      const [user] = await tx
        .insert(staffUsers)
        .values({ ...values, ...times, passwordHash })
        .returning();
      if (!user) throw new Error("an inserted account did not come back");
      await record(tx, acting, { action, subject: user.id, after: { username, role } });
      return user;
    });
  } catch (error) {
    if (violatedConstraint(error) !== "staff_users_username_key_unique") throw error;
    throw new DomainError("conflict", "This username is already taken");
  }
}

/** How many staff accounts there are: none means that somebody has yet to make the first. */
export async function countStaff(deps: Deps): Promise<number> {
  const [counted] = await deps.db.orm.select({ accounts: count() }).from(staffUsers);
  return counted?.accounts ?? 0;
}
