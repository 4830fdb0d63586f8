import { HOME } from "./site.ts";

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

export const SUPPLIER: LinkWords = {
  title: "Confirm your meat supplier",
  text: "Does your meat still come from the supplier in our email? One click, and your page says so for another three months.",
  act: "Yes, still the same",
  acting: "Confirming...",
  done: "Your supplier is confirmed",
  doneText: "Thank you. We'll ask again before the three months are up.",
  next: "Go to the partner portal",
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

export const PORTAL_LINK = { href: "/partner", label: "Go to the partner portal" } as const;

export const LEAVE = {
  title: "Leave the waitlist",
  text: (brand: string) =>
    `One click, and ${brand} stops writing to you about the launch and the beta. You need not give a reason.`,
  act: "Leave the waitlist",
  left: "You have left the waitlist",
  leftText: (brand: string) =>
    `${brand} will not write to you about the launch and the beta again. If this was a mistake, you can join again whenever you like.`,
  undo: "Undo: stay on the waitlist",
  rejoined: "You are on the waitlist again",
  rejoinedText: "Your place is as it was before.",
  home: HOME,
  unknown: "This link does not work",
  unknownText:
    "It has expired or is not complete. We can email you a new link, which shows all that we keep and lets you leave.",
  newLink: "Get a new link",
} as const;

export const INVITATION = {
  title: (brand: string) => `You are invited to the ${brand} beta`,
  text: "Press the button to accept. The invitation is meant for you alone.",
  act: "Accept the invitation",
  accepted: "Welcome to the beta",
  acceptedText: "You are in. We will email you everything you need to get started.",
  used: "This invitation was already accepted",
  usedText: "There is nothing more to do: we will email you everything you need to get started.",
  home: HOME,
  unknown: "This invitation does not work",
  unknownText: "The link may be incomplete. Please open it again from the email.",
} as const;

/** Of a link whose token is missing or malformed. */
export const BROKEN_LINK = {
  title: LEAVE.unknown,
  text: INVITATION.unknownText,
  next: LEAVE.home,
} as const;

export const ISSUER_ANSWER = {
  title: "Is this certificate yours?",
  text: "The email names the place and the certificate. Your answer decides whether we show the place as verified.",
  question: "The certificate is",
  choices: {
    valid: "Valid",
    revoked: "Revoked",
    not_ours: "Not ours",
  },
  until: "Valid until (if it differs from the email)",
  missing: "Please choose an answer",
  submit: "Send the answer",
  sending: "Sending...",
  failed: "The answer was not sent",
  tryAgain: "Please try again.",
  done: "Thank you",
  doneText: "Your answer has been recorded and counts from now on.",
  next: "Go to the site",
} as const;

/** Where an email would be promised, while no mail server is set up. */
export const NO_EMAIL = (email: string): string =>
  `This site cannot send email right now. If you need help, write to ${email}.`;
