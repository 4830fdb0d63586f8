export const SIGN_IN_PAGE = { href: "/admin", label: "Go to the sign-in" } as const;

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
