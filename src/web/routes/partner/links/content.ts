interface LinkWords {
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly acting: string;
  readonly done: string;
  readonly doneText: string;
  /** What to do next. */
  readonly next: string;
}

export const CONFIRM: LinkWords = {
  title: "Confirm your address",
  text: "One click, and we know that our emails reach you.",
  act: "Confirm my address",
  acting: "Confirming...",
  done: "Your address is confirmed",
  doneText: "Thank you. You can send claims and requests now.",
  next: "Go to the partner portal",
};

export const UNDO: LinkWords = {
  title: "Undo the change of address",
  text: "Your account gets its old address back, and all devices are signed out.",
  act: "Restore my address",
  acting: "Restoring...",
  done: "Your address is restored",
  doneText:
    "All devices are signed out. Someone else may know your password, because the change needed it. Please choose a new one now: we emailed you a link.",
  next: "Go to the sign-in",
};

export const LOCK: LinkWords = {
  title: "Lock your account",
  text: "All devices are signed out and passkeys are removed. No one can sign in until you choose a new password by a link to your email address.",
  act: "Lock my account",
  acting: "Locking...",
  done: "Your account is locked",
  doneText: "Ask for a link to choose a new password, and the account is yours again.",
  next: "Choose a new password",
};

export const RESET = {
  title: "Choose a new password",
  text: "All devices are signed out, and you sign in with the new password.",
  rule: "At least 6 characters, and not a common one.",
  label: "New password",
  submit: "Set the new password",
  done: "Your password is changed",
  doneText: "Please sign in with it. All devices were signed out.",
  signIn: "Sign in",
  newLink: "Ask for a new link",
} as const;

export const PORTAL = { href: "/partner", label: "Go to the partner portal" } as const;
