import { isolated } from "../../shared/format.ts";

/** The people of a business, in its portal and on the page of an invitation. */
export const ROLE_NAMES = { owner: "Owner", manager: "Manager", editor: "Editor" } as const;

/** What each may do; the next one may do less. */
export const ROLE_TEXTS = {
  owner: "Everything: people, business details, handing places over, deleting the account.",
  manager: "Claims, requests, changes of the listing and transfers. Invites editors.",
  editor: "Hours, facts, certificates and answers to reports.",
} as const;

export const PEOPLE = {
  title: "People",
  text: "Everyone signs in with an account of their own. What they do is recorded with their name.",
  list: "People of this business",
  failed: "The people could not be loaded",
  you: "You",
  mailed: "Gets our emails",
  neverIn: "Has not signed in yet",
  lastIn: (time: string) => `Last signed in ${time}`,
  invitedBy: (name: string) => `Invited by ${isolated(name)}`,
} as const;

export const RENAME = {
  open: "Change your name",
  title: "Your name",
  label: "Name",
  submit: "Save",
  sending: "Saving...",
  missing: "Please enter your name",
  failed: "Your name was not saved",
  done: "Your name is saved",
} as const;

export const ROLE = {
  open: "Change role",
  of: (name: string) => `Change role of ${isolated(name)}`,
  title: (name: string) => `Role of ${isolated(name)}`,
  label: "Role",
  submit: "Save",
  sending: "Saving...",
  missing: "Please choose a role",
  failed: "The role was not changed",
  done: (name: string, role: string) => `${isolated(name)} is ${role} now`,
} as const;

/** After "is". */
export const ROLE_NOUNS = { owner: "an owner", manager: "a manager", editor: "an editor" } as const;

export const REMOVE_PERSON = {
  open: "Remove",
  of: (name: string) => `Remove ${isolated(name)}`,
  title: "Remove this person?",
  text: "They are signed out everywhere at once, and their account and open invitations end. What they sent stays with the business.",
  action: "Remove",
  acting: "Removing...",
  cancel: "Keep",
  done: (name: string) => `${isolated(name)} is removed`,
  failed: "The person was not removed",
} as const;

export const INVITE = {
  title: "Invite a person",
  text: "We email a link that works once, within 7 days.",
  email: "Email",
  role: "Role",
  submit: "Send the invitation",
  sending: "Sending...",
  missing: "Please enter an email address",
  failed: "The invitation was not sent",
  tryAgain: "Please try again.",
  done: "The invitation is on its way",
  handOver: "Hand this link over",
  handOverText: "This server sends no email. The link is shown only now, works once and for 7 days.",
} as const;

export const INVITATIONS = {
  title: "Invited",
  until: (day: string) => `Can be accepted until ${day}`,
  withdraw: "Withdraw",
  of: (email: string) => `Withdraw the invitation of ${isolated(email)}`,
  done: "The invitation is withdrawn",
  failed: "The invitation was not withdrawn",
} as const;

export const LEAVE_BUSINESS = {
  open: "Leave this business",
  title: "Leave this business",
  text: "Your account is deleted and you are signed out everywhere. The business keeps its places and what you sent for it.",
  last: "You are its only owner. Make someone else an owner first, or delete the account in the menu.",
  password: "Your password",
  submit: "Leave",
  sending: "Leaving...",
  missing: "Please enter your password",
  failed: "You have not left",
  done: "You have left the business",
} as const;

export const JOIN = {
  title: "You are invited",
  lead: (business: string, role: string) =>
    `${isolated(business)} invites you to look after its places, as ${role}.`,
  looking: "Looking up the invitation...",
  over: "This invitation has expired, was withdrawn or was used already. Ask for a new one.",
  name: "Your name",
  email: "Email",
  password: "Choose a password",
  rule: "At least 6 characters, and not a common one.",
  submit: "Join",
  sending: "Joining...",
  missing: "Please fill in all required fields",
  failed: "You have not joined",
  tryAgain: "Please try again.",
  done: "You have joined",
  doneText: "Sign in with your email address and the password that you chose.",
  signIn: "Sign in",
} as const;

/** Where a person's role is too small for something. */
export const NOT_YOURS = {
  editor:
    "Managers and owners of your business can claim and request places, and change how they are listed.",
  answer: "Only an owner of your business can answer this.",
} as const;
