export const MFA = {
  title: "Multi-factor authentication (MFA)",
  on: "On",
  off: "Off",
  onText: "After the password, signing in requires a code from your authenticator app.",
  offText:
    "Your account is protected by a password alone. With MFA, signing in also requires a code from your phone.",
  failedLoad: "The MFA settings could not be loaded",
  left: (count: number) => (count === 1 ? "1 backup code left" : `${count} backup codes left`),
  few: (count: number) =>
    `${count === 0 ? "No backup codes are left" : `Only ${MFA.left(count)}`}. Make new ones before you need them.`,
  setUp: "Set up MFA",
  regenerate: "Regenerate backup codes",
  disable: "Disable MFA",
  disableText: "Anyone who learns your password will be able to sign in. Disable MFA?",
  regenerateText: "The codes that you saved stop working at once. Make new backup codes?",
  regenerateAction: "Regenerate",
  enabled: "MFA Enabled",
  disabled: "MFA Disabled",
  complete: "Setup Complete",
  regenerated: "Backup Codes Regenerated",
  setupFailed: "Failed to setup MFA. Please try again.",
  invalidCode: "Invalid verification code. Please try again.",
  disableFailed: "Failed to disable MFA. Please try again.",
  regenerateFailed: "Failed to regenerate backup codes. Please try again.",
} as const;

export const WIZARD = {
  title: "Set up MFA",
  steps: ["Set up", "Scan and verify", "Save backup codes"],
  step: (step: number, of: number) => `Step ${step} of ${of}`,
  intro:
    "You need an authenticator app on your phone, such as Aegis, Google Authenticator or 1Password. It takes about two minutes.",
  introCodes:
    "At the end you get ten backup codes for when you do not have your phone. Keep them in a safe place.",
  begin: "Continue",
  beginning: "Preparing...",
  scan: "Scan this QR code with your authenticator app.",
  qr: "QR code for your authenticator app",
  typed: "Or type this secret into the app:",
  code: "Verification code",
  codeHint: "The 6 digits that the app shows now",
  verify: "Verify and enable",
  verifying: "Verifying...",
} as const;

export const CODES = {
  title: "Your new backup codes",
  lead: "Each code signs you in once when you do not have your phone. They are shown only now.",
  list: "Backup codes",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Copying did not work. Please select the text instead.",
  download: "Download",
  print: "Print",
  proof: "Type one of the codes to show that you have them",
  proofHint: "This does not use up the code.",
  wrong: "This is not one of the codes above",
  finish: "Finish",
  file: (brand: string, username: string) =>
    `${brand}-backup-codes-${username}.txt`.toLowerCase().replace(/[^a-z0-9.-]+/g, "-"),
  heading: (brand: string, username: string) => `${brand} backup codes of ${username}. Each works once.`,
} as const;

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
