/** The frame of every mail, and the mails to visitors, to people who gave, to issuers of certificates, and to owners about tiers. */
export const FRAME = {
  greeting: "Assalamu alaikum,",
  signature: (brand: string, contactEmail: string) => `The ${brand} team\n${contactEmail}`,
  questions: (contactEmail: string) => `Questions? Write to ${contactEmail}.`,
};

/** What every notice about the security of an account says besides what happened. */
export const NOTICE = {
  lock: (url: string) => [
    "If it was you, there is nothing to do. If it was not, lock the account now: all devices are signed out, and it stays locked until its password is reset.",
    `Lock my account:\n${url}`,
  ],
  when: (time: string) => `When: ${time}`,
  by: (who: string) => `By: ${who}`,
  team: (brand: string) => `the ${brand} team`,
  operator: "The operator of the server",
  onServer: "Where: on the server itself",
  where: (address: string) => `Where: network address ${address}`,
  device: (device: string) => `Device: ${device}`,
  newDevice: {
    subject: "A new device signed in",
    text: ["Someone signed in to your account on a device that has not used it before."],
  },
};

interface Joined {
  readonly brand: string;
  /** Null where the name could be mistaken for something else than a name. */
  readonly firstName: string | null;
  readonly isBetaTester: boolean;
  /** Null if it is unknown. */
  readonly city: string | null;
  readonly confirmUrl: string;
  readonly shareUrl: string;
  readonly leaveUrl: string;
}

export const JOINED_MAIL = {
  subject: (brand: string) => `Please confirm your place on the ${brand} waitlist`,
  text: ({ brand, firstName, isBetaTester, city, confirmUrl, shareUrl, leaveUrl }: Joined) => {
    const thanks = firstName === null ? "Thank you for joining." : `Thank you for joining, ${firstName}.`;
    const pass = [
      ...(firstName === null ? [] : [`Name: ${firstName}`]),
      `City: ${city ?? "not chosen yet"}`,
      `Beta access: ${isBetaTester ? "you asked for it" : "not asked for"}`,
    ];
    return [
      `${thanks} You'll be among the first to know when ${brand} launches.`,
      "Please confirm that we have the right address:",
      `Confirm my address:\n${confirmUrl}`,
      pass.join("\n"),
      "On the same page you can correct your name, choose your city, change your mind about the beta, and see everything we keep about you. The link is for you only and works for 30 days.",
      "Your link for friends:",
      shareUrl,
      "If this was not you, or you would rather not hear from us, this page has one button that takes you off the list:",
      leaveUrl,
    ];
  },
};

export const PERSONAL_LINK = {
  subject: (brand: string) => `Your personal ${brand} link`,
  text: (url: string) => [
    "Here is the link that you asked for. It shows what we keep about this address, and lets you correct it, take it with you, leave the waitlist or have it erased:",
    `See what we keep:\n${url}`,
    "The link is meant for you alone and works for 24 hours. If you did not ask for it, you need not do anything: nothing changes without you.",
  ],
};

export const REPORT_OUTCOME = {
  subject: "We have looked into your report",
  text: (place: string, url: string) => [
    `Thank you for your report about ${place}. We have looked into it.`,
    `See what we found:\n${url}`,
    "We wrote to you because you left your address with the report. We delete it 30 days from now.",
  ],
};

/** No words of the visitor: anyone can enter any address. */
export const SUGGESTION_OUTCOME = {
  subject: (reference: string) => `Your suggestion ${reference}`,
  text: {
    approved: (reference: string, url: string) => [
      `Thank you for suggesting a place (${reference}). It is in the directory now.`,
      `See its page:\n${url}`,
      "We wrote to you because you left your address with the suggestion. We delete it 30 days from now.",
    ],
    duplicate: (reference: string, url: string) => [
      `Thank you for suggesting a place (${reference}). It was in the directory already.`,
      `See its page:\n${url}`,
      "We wrote to you because you left your address with the suggestion. We delete it 30 days from now.",
    ],
    rejected: (reference: string, url: string) => [
      `Thank you for suggesting a place (${reference}). We have looked into it and could not add it.`,
      `Places that are listed:\n${url}`,
      "We wrote to you because you left your address with the suggestion. We delete it 30 days from now.",
    ],
  },
  undoneSubject: (reference: string) => `Please ignore our last email about your suggestion ${reference}`,
  undone: [
    "Our last email about the place that you suggested was sent too early. Please ignore it.",
    "We are looking at your suggestion again, and will write to you when we have decided.",
  ],
};

interface Gift {
  readonly brand: string;
  readonly contactEmail: string;
  readonly reference: string;
  /** The giver's; empty if none is known. */
  readonly from: string;
  /** With its currency. */
  readonly amount: string;
  readonly day: string;
  /** How it was paid, such as `card`. */
  readonly method: string;
}

export const GIFT_RECEIPT = {
  sandbox: "This is a test of the sandbox gateway: no card was charged and no money was received.",
  sandboxSubject: "[Sandbox test] ",
  subject: (brand: string, amount: string) => `Your gift to ${brand}: ${amount}`,
  text: ({ brand, contactEmail, reference, from, amount, day, method }: Gift) => [
    "Salam,",
    `thank you for your gift to ${brand}. We received it.`,
    `Reference: ${reference}\n${from && `From: ${from}\n`}Amount: ${amount}\nReceived: ${day} by ${method}`,
    "This is a gift to a company before its launch. It is not tax-deductible, and it is not zakat.",
    `Questions? Write to ${contactEmail} and name the reference.`,
  ],
};

/** Answers with the gift's payment form while the gateway is unavailable. */
export const PLEDGED = (amount: string, reference: string): string =>
  `Card payments are currently unavailable. You can send ${amount} by Venmo or Zelle instead. Please include this reference with your transfer: ${reference}`;

interface Certificate {
  readonly brand: string;
  readonly place: { readonly name: string; readonly city: string; readonly state: string };
  readonly issuer: string;
  readonly number: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly url: string;
}

export const ISSUER_QUESTION = {
  greeting: "Hello,",
  subject: (place: string) => `Is the halal certificate of ${place} yours?`,
  reminderSubject: (place: string) => `Reminder: is the halal certificate of ${place} yours?`,
  reminder: (day: string) => `We wrote to you on ${day} and have not heard from you yet.`,
  text: ({ brand, place, issuer, number, validFrom, validUntil, url }: Certificate) => [
    `${brand} helps people find halal food. We check each halal certificate with the body that issued it.`,
    `${place.name} in ${place.city}, ${place.state} has a halal certificate from ${issuer}:`,
    `Number: ${number}\nValid from ${validFrom} to ${validUntil}`,
    "Please tell us whether it is valid, revoked or not yours. You do not need an account.",
    `Answer about this certificate:\n${url}`,
    "The link works once, for 60 days.",
    brand,
  ],
};

interface Inquiry {
  readonly brand: string;
  readonly contactEmail: string;
  readonly reference: string;
}

/** Nothing of the inquiry itself: anyone can enter any address. */
export const INQUIRY_RECEIVED = {
  subject: (brand: string, reference: string) => `Your inquiry to ${brand}: ${reference}`,
  text: ({ brand, contactEmail, reference }: Inquiry) => [
    `Thank you for your inquiry to ${brand}. We'll get back to you within 24 hours.`,
    `Reference: ${reference}`,
    `A member of our team reads what you wrote and answers to this address. If you want to add something, write to ${contactEmail} and name the reference.`,
    "If you did not send us anything, someone may have mistyped their address. You need not do anything.",
  ],
};

export const INQUIRY_ANSWER = {
  subject: (brand: string) => `Your inquiry to ${brand}`,
  signed: (answer: string, name: string, brand: string) => `${answer}\n\n${name}\n${brand}`,
  quoting: (answer: string, message: string) => `${answer}\n\nYou wrote:\n${message}`,
} as const;

/** The end of a place's halal tier; `tier` and `next` are names such as `Verified`. */
export const TIER_ENDS = {
  quoted: (tier: string) => `“${tier}”`,
  subject: (place: string, tier: string, when: string) => `${place}: ${tier} ${when}`,
  endedOn: (day: string) => `ended on ${day}`,
  endsToday: "ends today",
  endsOn: (day: string) => `ends on ${day}`,
  where: (name: string, city: string, state: string) => `${name} in ${city}, ${state}`,
  shownUntil: (where: string, tier: string, day: string, why: string) =>
    `${where} was shown as ${tier} until ${day}. ${why}`,
  nowInstead: (next: string) => `People now see ${next} instead.`,
  shown: (where: string, tier: string, why: string, when: string) =>
    `${where} is shown as ${tier}. ${why} ${when}.`,
  today: "today",
  when: (day: string, left: number) => `${day}, ${left === 1 ? "tomorrow" : `in ${left} days`}`,
  laterInstead: (day: string, next: string) => `From ${day} on, people will see ${next} instead.`,
  whyEnds: {
    certificate: "The last day of its halal certificate is",
    declaration:
      "We ask once a year whether what is served has stayed the same. The last day of this year is",
    prior: "This dates from before we kept the evidence. Without a certificate its last day is",
  },
  whyEnded: {
    certificate: "That was the last day of its halal certificate.",
    declaration: "A year had passed since what is served was last confirmed.",
    prior: "This dated from before we kept the evidence, and we have not received a certificate since.",
  },
  renewing:
    "Your new certificate has arrived. We are reading it and will ask its issuer, so there is nothing you need to do.",
  confirm:
    "If the place still serves no meat, no alcohol and no pork, confirm it with one press, and the tier stays.",
  send: "Take a photo of the new certificate and send it. Two of us read it, and we ask its issuer to confirm it.",
  renew: (url: string) => `Renew:\n${url}`,
  seePage: (url: string) => `See what everyone sees:\n${url}`,
};

export const SUPPLIER_CONFIRM = {
  subject: (place: string) => `${place}: is your meat still from the same supplier?`,
  said: (place: string, names: readonly string[]) =>
    `The page of ${place} says that its meat comes from ${new Intl.ListFormat("en-US").format(names)}.`,
  until: (day: string) => `Confirmed through ${day}. After that, the page no longer says so.`,
  confirm: (url: string) => `Is this still true? One click confirms it for another three months:\n${url}`,
  change: (url: string) => `Has it changed? Change it in the portal:\n${url}`,
  page: (url: string) => `See what everyone sees:\n${url}`,
};

export const TIER_LOST = {
  subject: (place: string, tier: string) => `${place} is no longer shown as ${tier}`,
  was: (where: string, tier: string, why: string) => `${where} was shown as ${tier}. ${why}`,
  mistake: (contactEmail: string) =>
    `If this is a mistake, write to ${contactEmail}, and we will look into it with you.`,
};
