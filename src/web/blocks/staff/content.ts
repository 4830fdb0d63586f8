export const STAFF = {
  nav: "Back office",
  more: "More",
  logOut: "Log out",
  loggedOut: "Logged out",
  logOutFailed: "Logging out failed. Please try again.",
  sessionOver: "Your session has ended. Please sign in again.",
  mfaTitle: "Set up MFA",
  mfaText: "Your account must have a second step for signing in. Everything else opens once it is set up.",
  loading: "Loading",
  noRight: "This screen is not open to your role",
  noRightText: (role: string) =>
    `You are signed in as ${role}. Ask a super admin if your work needs what is here.`,
  unreachable: "Failed to connect to server",
  unreachableText: "Nothing was lost. Check the connection and try again.",
  retry: "Try again",
} as const;
