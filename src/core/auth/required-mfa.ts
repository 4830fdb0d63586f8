import type { Settings } from "../../env.ts";
import type { StaffPrincipal } from "../rpc/context.ts";

/** True for an account without MFA whose role must have it, unless the session was opened with a passkey. */
export const mustSetUpMfa = (
  { requireStaffMfa }: Settings,
  { role, mfaEnabled, usedPasskey }: Pick<StaffPrincipal, "role" | "mfaEnabled" | "usedPasskey">,
): boolean => !mfaEnabled && !usedPasskey && (requireStaffMfa === "all" || requireStaffMfa === role);
