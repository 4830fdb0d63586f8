export const STAFF = {
  sessionOver: "Your session has ended. Please sign in again.",
  mfaTitle: "Set up MFA",
  passwordTitle: "Choose a new password",
  noRightText: (role: string) => `You are signed in as ${role}. Ask a super admin if you need it.`,
} as const;
