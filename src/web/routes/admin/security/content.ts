export const SECURITY = { title: "Security" } as const;

export const END_OTHERS = "All your other devices will have to sign in again. End all other sessions?";

export const PASSWORD = {
  title: "Password",
  lead: "A new password ends your other sessions.",
  rules: "8 to 128 characters, and not a common one. Three or four random words make a good password.",
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
