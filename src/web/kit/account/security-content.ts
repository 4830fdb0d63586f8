export const MFA = {
  left: (count: number) => (count === 1 ? "1 backup code left" : `${count} backup codes left`),
  few: (count: number) =>
    `${count === 0 ? "No backup codes are left" : `Only ${MFA.left(count)}`}. Make new ones before you need them.`,
  regenerate: "Regenerate backup codes",
  disable: "Disable MFA",
  setupFailed: "Failed to setup MFA. Please try again.",
} as const;
