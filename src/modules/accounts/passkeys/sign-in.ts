import { and, eq } from "drizzle-orm";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import { STAFF_ROLES, type StaffRole } from "../../../shared/people/accounts.ts";
import type { SignedResponse } from "../../../shared/people/passkeys.ts";
import { recordFailedLogin } from "../../audit/public.ts";
import { openVerifiedSession, signedIn, wrongRole } from "../sign-in.ts";
import { staffUsers } from "../table.ts";
import { checkStaffPasskey, mayUsePasskeys } from "./check.ts";

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
