import type { Settings } from "../../env.ts";
import type { StaffPrincipal } from "../rpc/context.ts";

/**
 * True for a person's account without MFA whose role must have it, unless the session was opened with a passkey.
 */
export const mustSetUpMfa = (
  { requireStaffMfa }: Settings,
  {
    role,
    mfaEnabled,
    isService,
    usedPasskey,
  }: Pick<StaffPrincipal, "role" | "mfaEnabled" | "isService" | "usedPasskey">,
): boolean =>
  !mfaEnabled && !isService && !usedPasskey && (requireStaffMfa === "all" || requireStaffMfa === role);
