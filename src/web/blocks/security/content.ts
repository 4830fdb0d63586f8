export const MFA = {
  title: "Multi-factor authentication",
  on: "On",
  off: "Off",
  onText: "Signing in asks for a code from your authenticator app after the password.",
  offText: "A password alone opens your account. With MFA, signing in also asks for a code from your phone.",
  failedLoad: "The MFA settings could not be loaded",
  left: (count: number) => (count === 1 ? "1 backup code left" : `${count} backup codes left`),
  few: (count: number) =>
    `${count === 0 ? "No backup codes are left" : `Only ${MFA.left(count)}`}. Make new ones before you need them.`,
  setUp: "Set up MFA",
  regenerate: "Regenerate backup codes",
  disable: "Disable MFA",
  disableText: "Your account will be open to anybody who learns your password. Disable MFA?",
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
    "At the end you get ten backup codes for the day the phone is not at hand. Have a safe place ready for them.",
  begin: "Continue",
  beginning: "Preparing...",
  scan: "Scan this picture with your authenticator app.",
  qr: "QR code for your authenticator app",
  typed: "Or type this secret into the app:",
  code: "Verification code",
  codeHint: "The 6 digits that the app shows now",
  verify: "Verify and enable",
  verifying: "Verifying...",
} as const;

export const CODES = {
  title: "Your new backup codes",
  lead: "Each code opens your account once when the phone is not at hand. They are shown only now.",
  list: "Backup codes",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Copying did not work. Please select the text instead.",
  download: "Download",
  print: "Print",
  proof: "Type one of the codes to show that you have them",
  proofHint: "It is not used up by this.",
  wrong: "This is none of the codes above",
  finish: "Finish",
  file: (brand: string, username: string) =>
    `${brand}-backup-codes-${username}.txt`.toLowerCase().replace(/[^a-z0-9.-]+/g, "-"),
  heading: (brand: string, username: string) => `${brand} backup codes of ${username}. Each works once.`,
} as const;
