export const SECURITY = { title: "Security" } as const;

export const END_OTHERS =
  "Everybody who is signed in with your account elsewhere has to sign in again. End all other sessions?";

export const PASSWORD = {
  title: "Password",
  lead: "A new password ends your other sessions.",
  rules: "8 to 128 characters, and not a common one. Three or four random words are a good one.",
  current: "Current password",
  next: "New password",
  confirm: "Confirm new password",
  code: "MFA code or backup code",
  noCode: "Please enter your MFA code",
  differs: "The two new passwords differ",
  missing: "Please fill in all required fields",
  submit: "Change password",
  sending: "Changing...",
  changed: "Password changed",
  failed: "Failed to change the password. Please try again.",
} as const;
