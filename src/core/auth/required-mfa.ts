import type { Settings } from "../../env.ts";
import type { StaffPrincipal } from "../rpc/context.ts";

/** True for an account without MFA whose role must have it. */
export const mustSetUpMfa = (
  { requireStaffMfa }: Settings,
  { role, mfaEnabled }: Pick<StaffPrincipal, "role" | "mfaEnabled">,
): boolean => !mfaEnabled && (requireStaffMfa === "all" || requireStaffMfa === role);
