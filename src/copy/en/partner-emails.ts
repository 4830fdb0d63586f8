import type { TransferReason } from "../../shared/places/places.ts";
import { TRANSFER_WHY } from "./decisions.ts";

/** The mails to partners. Those about an account carry no text that someone typed: its address is unverified. */
interface ConfirmationLink {
  readonly url: string;
  readonly code: string;
}

const NEXT =
  "What happens next: search for your place and claim it, or ask us to add it. We look at every claim ourselves and make contact within 3-5 business days.";

const confirmation = ({ url, code }: ConfirmationLink): readonly string[] => [
  `Confirm my address:\n${url}`,
  "On another device? Sign in there and enter this code:",
  code,
  "The link and the code work once, within 24 hours.",
];

const deletedOnRequest = (contactEmail: string) =>
  `If you did not ask for an account, write to ${contactEmail} and we will delete it.`;

export const PARTNER_WELCOME = {
  subject: (brand: string) => `Welcome to ${brand}`,
  /** Without a link if one was mailed a moment ago. */
  text: (link: ConfirmationLink | null, signInUrl: string, contactEmail: string) => [
    ...(link ? ["Your partner account is ready. One step is left.", ...confirmation(link)] : []),
    link ? "Sign in here:" : "Your partner account is ready. Sign in here:",
    signInUrl,
    NEXT,
    deletedOnRequest(contactEmail),
  ],
};

export const PARTNER_VERIFIED = {
  subject: "Your business is verified",
  text: (brand: string, url: string) => [
    `Good news: your business is now a verified partner of ${brand}. Your portal shows the badge from today:`,
    url,
    "Thank you for being part of this.",
  ],
};

export const PARTNER_NOTICES = {
  passkeyAdded: {
    subject: "Your account has a new passkey",
    text: ["A passkey was added to your partner account. It signs in without the password."],
  },
  passwordChanged: {
    subject: "Your password was changed",
    text: ["The password of your partner account was changed, and all other devices were signed out."],
  },
  sessionsEnded: {
    subject: "Your devices were signed out",
    text: ["Devices were signed out of your partner account. Your password stays as it is."],
  },
  passwordReset: {
    subject: "Your password was changed",
    text: [
      "The password of your partner account was changed, and all devices were signed out. Passkeys that you added after you confirmed your address still work: look at them in the menu of your account, and remove those that you do not recognize.",
    ],
  },
};

export const CONFIRM_ADDRESS = {
  subject: "Please confirm your address",
  text: (link: ConfirmationLink, contactEmail: string) => [
    "Please confirm that this address is yours. Then you can send claims and requests from your partner account.",
    ...confirmation(link),
    deletedOnRequest(contactEmail),
  ],
};

export const NEW_ADDRESS = {
  subject: "Please confirm your new address",
  text: (link: ConfirmationLink) => [
    "You asked to use this address for your partner account. Please confirm that it is yours.",
    ...confirmation(link),
    "Until then your account keeps its old address. If you did not ask for this, you can ignore this message.",
  ],
};

export const ADDRESS_CHANGED = {
  subject: "Your address was changed",
  text: ["The address of your partner account was changed. From now on our emails go to the new one."],
  advice: (url: string) => [
    "If that was you, there is nothing to do. If it was not you, undo the change within 7 days. Your account then has this address again, and all devices are signed out.",
    `Undo the change:\n${url}`,
  ],
};

export const ADDRESS_UNDONE = {
  subject: "The change of your address was undone",
  text: (contactEmail: string) => [
    "The change that gave your partner account this address was undone from its earlier address. The account has the earlier address again, and all devices were signed out.",
    `If the account is yours, sign in with the earlier address. If you did not expect this, write to ${contactEmail}.`,
  ],
};

const choosePassword = (url: string) => `Choose a new password:\n${url}`;

export const ADDRESS_RESTORED = {
  subject: "Your address is restored",
  text: (url: string) => [
    "Your partner account has this address again, and all devices were signed out.",
    "The change needed your password, so someone else may know it. Please choose a new one now:",
    choosePassword(url),
    "The link works once, within 30 minutes. Until then the old password still works.",
  ],
};

export const PARTNER_RESET = {
  subject: "Choose a new password",
  text: (url: string) => [
    "You can choose a new password for your partner account. The link works once, within 30 minutes.",
    choosePassword(url),
    "If you did not ask for this, you can ignore this message. Your password stays as it is.",
  ],
};

export const TRIED_AGAIN = {
  subject: "You already have an account",
  text: (signInUrl: string, forgotUrl: string) => [
    "Someone tried to register a partner account with this address. It already has one, so nothing has changed.",
    `Sign in:\n${signInUrl}`,
    choosePassword(forgotUrl),
    "If that was not you, there is nothing to do.",
  ],
};

export const PARTNER_INVITATION = {
  subject: (brand: string) => `Your partner account at ${brand}`,
  first: {
    why: (brand: string) =>
      `You wrote to us about becoming a partner of ${brand}. We have prepared an account for your business.`,
    otherwise: "If you did not write to us",
  },
  again: {
    why: (brand: string) => `Your partner account at ${brand} is ready and has not been opened yet.`,
    otherwise: "If you do not want an account",
  },
  text: (why: string, otherwise: string, url: string, contactEmail: string) => [
    `${why} Choose a password to open it; the link works once, within 7 days.`,
    `Choose a password:\n${url}`,
    NEXT,
    `${otherwise}, reply to ${contactEmail} and we will delete the account.`,
  ],
};

interface ColleagueInvitation {
  readonly brand: string;
  readonly role: "owner" | "manager" | "editor";
  readonly url: string;
  readonly contactEmail: string;
}

const ROLE = { owner: "an owner", manager: "a manager", editor: "an editor" } as const;

export const COLLEAGUE_INVITATION = {
  subject: (brand: string) => `You are invited to join a business on ${brand}`,
  text: ({ brand, role, url, contactEmail }: ColleagueInvitation) => [
    `A business invites you to help manage its places on ${brand} as ${ROLE[role]}. Open the link to see the invitation and choose a password. It works once, within 7 days.`,
    `See the invitation:\n${url}`,
    `If you were not expecting this, you can ignore it. Nothing happens unless you accept the invitation. Questions? Write to ${contactEmail}.`,
  ],
};

export const COLLEAGUE_ROLE = {
  subject: "Your role in a business has changed",
  text: (brand: string, role: "owner" | "manager" | "editor", contactEmail: string) => [
    `An owner of the business has made you ${ROLE[role]} of it on ${brand}. It applies from now on.`,
    `Is that a mistake? Ask an owner of the business, or write to ${contactEmail}.`,
  ],
};

export const COLLEAGUE_REMOVED = {
  subject: "You no longer have access to a business",
  text: (brand: string, contactEmail: string) => [
    `An owner of the business, or our team, has removed you from the business on ${brand}. You are signed out everywhere, and your account is deleted.`,
    `If you think that is a mistake, ask an owner to invite you again, or write to ${contactEmail}.`,
  ],
};

export const PARTNER_GOODBYE = {
  subject: "Your partner account is deleted",
  text: (contactEmail: string) => [
    "Your partner account is deleted. You are signed out everywhere, your places no longer have an owner, and your open claims and requests are closed.",
    "What stays: the places themselves, and past decisions about them with the name of your business. To have that erased too, reply to this email.",
    `If you did not delete the account, write to ${contactEmail} at once.`,
  ],
};

export const REPORT_OPENED = {
  subject: (place: string) => `A report about ${place}`,
  /** `source`: the public list that raised it; null for a visitor. */
  text: (place: string, day: string, url: string, source: string | null) => [
    `${source === null ? `A visitor sent us a report about ${place}.` : `A public list (${source}) says that ${place} has closed, or no longer lists it.`} Before we decide anything, we'd like to hear from you.`,
    `You can reply until ${day}. When we close the case, the report and your reply are published together on the page of your place. A report alone never changes your halal tier.`,
    `Read the report and reply:\n${url}`,
  ],
};

export const REPORT_CLOSED = {
  subject: (place: string) => `The report about ${place}`,
  text: (place: string, url: string) => [
    `We have closed the report about ${place}. What we found is on its page, with your reply if you wrote one.`,
    `See what we found:\n${url}`,
  ],
};

export const PROPOSAL_DECIDED = {
  label: (id: string) => `change #${id}`,
  subject: (label: string, decision: string) => `Your ${label} was ${decision}`,
  decided: (label: string, decision: string) =>
    `We have looked at your ${label} of a place. It was ${decision}.`,
  approved: "The place is now listed as you asked.",
  rejected: "The place stays as it is listed.",
  note: "There is a note for you in the portal.",
};

export const DECISION_UNDONE = {
  subject: (label: string) => `Please ignore our last email about your ${label}`,
};

export const PROPOSAL_UNDONE = (label: string, decision: string) => [
  `Our last email about your ${label} to a place was sent too early. Please ignore it.`,
  decision === "approved"
    ? "The place is listed as it was before, for now."
    : "It is not rejected. We are looking at it again.",
  "We have not decided on your change yet. We will write to you when we have.",
];

const UNDECIDED = "We have not decided yet. We will write to you when we have.";

export const TRANSFER_UNDONE = {
  subject: "Please ignore our last email about a place",
  ignore: (place: string) => `Our last email about ${place} was sent too early. Please ignore it.`,
  asker: {
    approved: ["The place is not among your places for now.", UNDECIDED],
    rejected: ["Your question is not rejected. We are looking at it again.", UNDECIDED],
  },
  owner: {
    approved: ["The place is among your places again.", UNDECIDED],
    rejected: ["We are looking at the question about it again. You keep the place for now.", UNDECIDED],
  },
  reopened: "Your question to its owner is open again.",
} as const;

export const RENEWAL_DECLINED = {
  subject: (place: string) => `The certificate of ${place} could not be used`,
  text: (place: string, notes: string, url: string) => [
    `Thank you for the new certificate of ${place}. We could not use it:`,
    notes,
    `Send another one:\n${url}`,
  ],
};

export const CLAIM_CODE = {
  subject: (place: string) => `Your code for ${place}`,
  text: (place: string, code: string) => [
    `A business is claiming the listing of ${place} on our site and gave this email address. The code is:`,
    code,
    "Type it into the partner portal within an hour. If you did not ask for it, ignore this email: nothing happens without the code.",
  ],
};

export const PHOTO_DECLINED = {
  subject: (place: string) => `A photo of ${place} is not shown`,
  text: (place: string, notes: string, url: string) => [
    `We cannot show a photo of ${place}:`,
    notes,
    `You can add another one:\n${url}`,
  ],
};

/** Transfers of places and the release of one, by the kind of mail. `day` is the last one for the owner's answer. */
export const TRANSFERS = {
  open: (url: string) => `Open the portal:\n${url}`,
  subjects: {
    "transfer-asked": "Someone asks to take over your place",
    "transfer-refused": "The owner did not agree to the transfer",
    "transfer-approved": "The place is yours now",
    "transfer-rejected": "The transfer was not approved",
    "transfer-closed": "Your question about a place is closed",
    "transfer-given": "Your place was transferred",
    "transfer-kept": "You keep your place",
    "place-released": "You have released a place",
  },
  texts: {
    "transfer-asked": (place: string, day: string, why: TransferReason | null) => [
      `Another business asks to take over ${place}, which you manage with us.`,
      ...(why === null ? [] : [`Its reason: ${TRANSFER_WHY[why]}. In the portal you can read more.`]),
      `You decide: please answer in the portal by ${day}. If we hear nothing from you by then, our team looks at it and decides.`,
      "If this is a surprise, refuse it there. Nothing changes unless you accept it or our team has looked at it.",
    ],
    "transfer-refused": (place: string, _day: string) => [
      `The owner of ${place} does not want to hand it over. Our team now looks at what you sent and decides.`,
    ],
    "transfer-approved": (place: string, _day: string) => [`${place} is now listed among your places.`],
    "transfer-rejected": (place: string, _day: string) => [
      `${place} stays with its owner. In the portal you find a note if there is one.`,
    ],
    "transfer-closed": (place: string, _day: string) => [
      `The ownership of ${place} has changed, so your question to its owner is closed. Search for the place in the portal to see whether you can claim it or ask again.`,
    ],
    "transfer-given": (place: string, _day: string) => [
      `${place} now belongs to the business that asked for it, and is no longer among your places.`,
      "If this is a mistake, please write to us.",
    ],
    "transfer-kept": (place: string, _day: string) => [
      `You keep ${place}: our team has rejected the other business's question.`,
    ],
    "place-released": (place: string, _day: string) => [
      `You have released ${place}. It stays in the directory without an owner, and anyone who runs it can claim it.`,
      "If this was a mistake, you can claim it again in the portal.",
    ],
  },
};
