import type { z } from "zod";
import { isRecentlyAuthenticated } from "../../core/auth/authorize.ts";
import { rotateSession } from "../../core/auth/session-actions.ts";
import type { ActionContext, StaffPrincipal } from "../../core/rpc/context.ts";
import type { SignedResponse } from "../../shared/people/passkeys.ts";
import { record, recordFailedLogin, skipAuditCheck } from "../audit/public.ts";
import { authenticateAgain } from "./authenticate.ts";
import { checkStaffPasskey, recordStaffUse } from "./passkeys/check.ts";
import type { reauthenticateInput } from "./schema.ts";

type StaffContext = ActionContext<StaffPrincipal>;

/**
 * Renews the recent authentication of the session for another ten minutes. Without a password or passkey it only checks
 * whether there still is one. Throws 403 `REAUTHENTICATE`, 401 and 429.
 */
export async function reauthenticate(ctx: StaffContext, input: z.output<typeof reauthenticateInput>) {
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
async function reauthenticateWithPasskey(ctx: StaffContext, response: SignedResponse): Promise<void> {
  const { deps, principal } = ctx;
  const refused = (error: unknown) => recordFailedLogin(ctx, error);
  const checked = await checkStaffPasskey(ctx, response, principal.id).catch(refused);
  await deps.db.transaction(async (tx) => {
    await recordStaffUse(tx, deps, checked);
    await rotateSession(tx, ctx, checked.passkey.id);
    await record(tx, ctx, { subject: principal.id, after: { success: true } });
  });
}
