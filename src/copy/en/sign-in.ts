export const SIGN_IN = {
  title: "Staff sign-in",
  lead: "The back office is for the people who run the product.",
  username: "Username",
  password: "Password",
  submit: "Sign in",
  sending: "Signing in...",
  forgot: "Forgot your password?",
  missing: "Please enter both username and password",
  wrong: "Invalid credentials",
  failed: "Login failed. Please try again.",
  done: "Successfully logged into admin dashboard",
  notKept: "Invalid username or password",
  notKeptText:
    "If your username and password are correct, your browser is blocking our cookies. Please allow them for this site and sign in again.",
  unreachable: "Failed to connect to server",
  codeTitle: "Enter your code",
  codeLead: "Open your authenticator app and type the six digits that it shows.",
  code: "MFA code",
  backupLead: "Type one of the backup codes that you saved. Each works once.",
  backupCode: "Backup code",
  useBackup: "Use a backup code",
  useApp: "Use the authenticator app",
  back: "Back to sign in",
  verify: "Verify",
  verifying: "Verifying...",
  noCode: "Please enter your MFA code",
  againTitle: "Please sign in again",
  again: "Your session has ended. Please sign in again. What you typed is kept.",
  leave: "Discard it and leave",
  wrongCode: "Invalid MFA code",
  codeFailed: "MFA verification failed. Please try again.",
} as const;

/** Not "Sign in with a passkey": it would be found where the button that signs in is looked for by its name. */
export const PASSKEY = {
  use: "Use a passkey",
  waiting: "Waiting for the passkey...",
  refused: "This passkey cannot be used here. Please sign in another way.",
} as const;

export const REAUTHENTICATE = {
  title: "Confirm that it is you",
  lead: "You entered your password a while ago. Please enter it again to continue.",
  password: "Password",
  code: "MFA code or backup code",
  noPassword: "Please enter your password",
  noCode: "Please enter your MFA code",
  wrong: "Invalid credentials",
  failed: "Failed to connect to server",
  submit: "Confirm",
  sending: "Confirming...",
} as const;

export const AUTH = {
  tabs: "Sign in or register",
  login: "Login",
  register: "Register",
  title: "Partner sign-in",
  lead: "Search for your place, claim it, and follow its review.",
  registerTitle: "Register your business",
  registerLead: "An account is free. With it you can claim your places and request new ones.",
  email: "Email",
  password: "Password",
  passwordRule: "At least 6 characters, and not a common one.",
  confirm: "Confirm Password",
  businessName: "Business Name",
  contactName: "Contact Name",
  phone: "Phone (optional)",
  loggingIn: "Logging in...",
  registering: "Registering...",
  missing: "Please fill in all required fields",
  loginFailed: "Login failed",
  unreached: "Login failed. Please try again.",
  registrationFailed: "Registration failed",
  tryAgain: "Please try again.",
  differs: "Passwords do not match",
  notKept: "Your browser is blocking our cookies. Please allow them for this site and log in again.",
  registeredText: (email: string, sendsEmail: boolean) =>
    `Your account is ready. Please sign in as ${email} with your password.${sendsEmail ? " Then check your inbox for the link that confirms your address." : ""}`,
  forgot: "Forgot your password?",
} as const;

export const FORGOT = {
  title: "Forgot your password?",
  text: "Enter the address of your account, and we will email you a link to choose a new password.",
  submit: "Email me a link",
  sending: "Sending...",
  sent: (email: string) =>
    `If ${email} has an account, a link is on its way. It works for 30 minutes. Nothing there? Look in the spam folder, or ask again in ten minutes.`,
  failed: "No link was sent",
  back: "Back to login",
} as const;
