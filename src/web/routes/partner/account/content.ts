import { isolated } from "../../../lib/format/isolated.ts";

export const ACCOUNT = {
  open: "Account",
  label: (business: string) => `Account of ${isolated(business)}`,
  changePassword: "Change password",
  sessions: "Sessions",
} as const;

export const PASSWORD = {
  text: "A new password ends your other sessions.",
  rule: "At least 6 characters, and not a common one.",
  current: "Current password",
  next: "New password",
  confirm: "Confirm new password",
  differs: "Passwords do not match",
  missing: "Please fill in all required fields",
  cancel: "Cancel",
  submit: "Change password",
  sending: "Changing...",
  changed: "Password changed",
  failed: "Failed to change the password",
  tryAgain: "Please try again.",
} as const;
