export const STAFF = {
  nav: "Back office",
  more: "More",
  sessionOver: "Your session has ended. Please sign in again.",
  mfaTitle: "Set up MFA",
  mfaText:
    "Your account requires a second step for signing in. Everything else becomes available once it is set up.",
  passwordTitle: "Choose a new password",
  passwordText:
    "Another person knows the password of your account. Everything else becomes available once you have chosen your own.",
  mfaPasskey: "Your account has a passkey. Use it to continue.",
  mfaOrPasskey: "Or sign in with your fingerprint, your face or your device's PIN from now on:",
  loading: "Loading",
  noRight: "Your role cannot open this screen",
  noRightText: (role: string) => `You are signed in as ${role}. Ask a super admin if you need it.`,
  unreachable: "Failed to connect to server",
  unreachableText: "Nothing was lost. Check the connection and try again.",
  retry: "Try again",
} as const;
