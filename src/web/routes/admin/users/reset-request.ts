import type { StaffUser } from "../../../../modules/accounts/schema.ts";

/** The request to reset a super admin's MFA that another one can confirm; null without one. */
export function resetRequestOf({ mfaResetBy, mfaResetUntil }: StaffUser) {
  if (mfaResetBy === null || mfaResetUntil === null || mfaResetUntil <= new Date()) return null;
  return { by: mfaResetBy, until: mfaResetUntil };
}
