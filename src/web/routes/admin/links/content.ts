export const SIGN_IN_PAGE = { href: "/admin", label: "Go to the sign-in" } as const;

export const FORGOT = {
  title: "Forgot your password?",
  text: "Enter your username or email address, and we mail you a link.",
  label: "Username or email",
  submit: "Send the link",
  sending: "Sending...",
  failed: "The link was not sent",
  tryAgain: "Please try again.",
  done: "Look into your mailbox",
  doneText:
    "If there is such an account, a link is on its way to its address. It works once and for 30 minutes. Another one can be sent after 10 minutes.",
  back: "Back to sign in",
} as const;

const RULE = "8 to 128 characters, and not a common one. Three or four random words make a good password.";

export const RESET = {
  title: "Choose a new password",
  text: "All devices are signed out, and you sign in with the new password.",
  rule: RULE,
  label: "New password",
  submit: "Set the new password",
  done: "Your password is changed",
  doneText: "Please sign in with it. All devices were signed out.",
  signIn: "Sign in",
  newLink: "Ask for a new link",
} as const;

export const INVITATION = {
  title: "Welcome to the team",
  text: "Choose a password for your account.",
  rule: RULE,
  label: "Password",
  submit: "Set the password",
  done: "Your account is ready",
  doneText: (username: string) => `Your username is ${username}. You can sign in now.`,
} as const;

export const LOCK = {
  title: "Lock your account",
  text: "All devices are signed out, and passkeys and tokens are removed. No one can sign in until the password is reset by a link to your email address or by a super admin.",
  act: "Lock my account",
  acting: "Locking...",
  done: "Your account is locked",
  doneText: "Ask for a link to choose a new password, and tell a super admin what happened.",
  next: "Choose a new password",
} as const;
