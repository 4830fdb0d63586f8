import type { z } from "zod";
import { authenticateStaff } from "../../core/auth/authorize.ts";
import type { ActionContext, InvocationContext, Visitor } from "../../core/rpc/context.ts";
import { DomainError } from "../../shared/errors.ts";
import type { StaffRole } from "../../shared/people/accounts.ts";
import type { SignedResponse } from "../../shared/people/passkeys.ts";
import { loginWithPasskey } from "./passkeys/sign-in.ts";
import type { loginInput } from "./schema.ts";
import { login } from "./sign-in.ts";

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
