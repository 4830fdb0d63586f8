import type { Brand } from "../../shared/brand.ts";
import { consentTexts } from "../../shared/people/consent-texts.ts";
import { JOINED } from "./joined.ts";
import { HOME } from "./site.ts";

export interface LegalText {
  readonly title: string;
  readonly description: (brand: Brand) => string;
  readonly parts: (brand: Brand) => readonly {
    readonly heading: string;
    readonly paragraphs: readonly string[];
    /** Where one can see it. */
    readonly link?: Link;
  }[];
  /** Where a person can act on it. */
  readonly link?: Link;
}

interface Link {
  readonly href: string;
  readonly name: string;
}

export const LEGAL_NOTE = {
  write: (address: string) => `Write to ${address}`,
  home: HOME,
};

export const PRIVACY: LegalText = {
  title: "Privacy",
  link: { href: "/me", name: "See, correct, export or erase what we keep about you" },
  description: ({ name }) => `What ${name} stores about you, why, and how to have it deleted.`,
  parts: ({ name, contactEmail, postalAddress }) => [
    {
      heading: "What we store, and why",
      paragraphs: [
        "When you join the waitlist: your first name, your email, whether you asked for beta access, the wording that you agreed to and the time, your city if you add it, whether you confirmed your address, and the site or campaign that the visit came from, without anything about you in it. We use it to tell you about the launch and, if you asked for it, the beta. The greeting of friends by your first name is off unless you switch it on; then it shows your first name to anyone who opens your link.",
        "When you send a partnership inquiry: the business name, the email and the details that you chose to fill in. We use them to answer you.",
        "When you give: your name, your email, the amount and the time, and of a card its brand and last four digits. We use them for the receipt and the books. A card number is passed on for the one payment and never stored.",
        "When a business invites you to work with it here: your email, for 7 days or until you accept. Once you accept, you have your own partner account, and what you do there is recorded under your name. The other people of the business see your name, your email and when you last signed in.",
        "When you open a partner account: the business name, your name, your email, your phone number if you gave it, and your password in a form that cannot be read back. We use them to sign you in and to answer you.",
        "When you claim a place or ask us to add one: what you wrote and the files that you sent as evidence. The files are encrypted, and only the staff who decide on the claim see them.",
        "When you report a problem with a place: what you wrote, a photo and your email if you left them, and a code made from your network by which we recognize floods, and from which the network cannot be read. The owner reads your words, and we may publish them on the place's page without what identifies people. Only our staff see the photo, without where and when it was taken. We use your email only to tell you the outcome.",
        "When you suggest a missing place: the place and why you suggest it, your email if you left one, and until we have decided a code made from your network, as with reports. We use your email only to tell you the outcome.",
        "With each call to our server we keep a short technical record: what was called, when, and from which network address. We use it to keep the site safe and running.",
      ],
    },
    {
      heading: "What we do not do",
      paragraphs: [
        "We count how often our start page is viewed each day and from which site or campaign, and how many people then join. We keep only totals, without cookies and without anything about you or your device.",
        "When you press “Near me”, we use your position for that one search; we do not store it and do not log it.",
        "We do not sell what you give us. These pages load nothing from other companies: no trackers, no advertising, no foreign fonts.",
      ],
    },
    {
      heading: "How long we keep it",
      paragraphs: [
        "Your waitlist entry, inquiries and partner account: until you ask us to delete them.",
        "Evidence: until 30 days after the decision on your claim; files that you never sent with a claim, 24 hours. The claim itself and the decision stay with the place's history.",
        "Gifts: the name on a settled gift for seven years, as bookkeeping requires; on a failed or unpaid one for 90 days.",
        "Reports about places: your photo, your email and the code of your network, 30 days after we have closed the report. What is published on the place's page stays; ask us to remove your words before your email is deleted, and we do.",
        "Suggestions of missing places: your email, your reason and the link, 30 days after we have decided. The name and the address of the place stay.",
        "The text of emails that we sent you: 30 days. The record of what was changed on our server, and by whom: one year.",
      ],
    },
    {
      heading: "Your rights",
      paragraphs: [
        `We email you a link to a page where you can do all of this yourself; you find it below. Or write to ${contactEmail} from the address in question. You can ask what we hold about you, get a copy of it, have it corrected, or have it deleted. We tell you what we must keep all the same, why, and until when. If you think that we handle your data wrongly, you can also complain to the data protection authority where you live.`,
      ],
    },
    {
      heading: "What you agree to when you join",
      paragraphs: [
        "We keep each signup with the words that its form showed. These are all of them, the newest first.",
        ...consentTexts({ name, contactEmail }).map(({ text }) => `“${text}”`),
      ],
    },
    { heading: "Who we are", paragraphs: [`${name}, ${contactEmail}. By post: ${postalAddress}.`] },
  ],
};

export const TERMS: LegalText = {
  title: "Terms",
  description: ({ name }) => `What you can expect of the ${name} site, and what we ask of you.`,
  parts: ({ name, contactEmail }) => [
    {
      heading: "What this site is",
      paragraphs: [
        `${name} has not launched yet. These pages describe what the app will do at launch and what is planned for later phases. Plans can change; the later phases are not promised for a date.`,
      ],
    },
    {
      heading: "What we ask of you",
      paragraphs: [
        "Give an email that is yours, and speak for a business only if you may. A partner account is for the people who run the business; keep its password to yourself. Send evidence only of places that you own or manage, and only documents that are genuine. Do not send what is unlawful, and do not try to break the site or to get at what others have sent.",
      ],
    },
    {
      heading: "Halal tiers",
      paragraphs: [
        "Verified, Reported and Friendly tell you what a label rests on. They are information for your own decision and no religious ruling.",
      ],
    },
    {
      heading: "Price",
      paragraphs: [
        "The waitlist costs nothing. Core features of the app are free, and premium features may come later.",
      ],
    },
    { heading: "Questions", paragraphs: [`Write to ${contactEmail}.`] },
  ],
};

export const COOKIES: LegalText = {
  title: "Cookies",
  description: ({ name }) => `Which cookies ${name} sets, and for whom.`,
  parts: ({ name, contactEmail }) => [
    {
      heading: "If you only visit",
      paragraphs: [
        "We set no cookies for people who only read our pages. You can join the waitlist without one, too.",
      ],
    },
    {
      heading: "If you join the waitlist",
      paragraphs: [
        `Your browser then keeps an encrypted cookie for a week with what you entered and how you found us, so that you can correct it and find your place again. It is used for nothing else, and “${JOINED.dismiss}” on your card removes it. Joining works without it, too.`,
        "If you leave by the link in an email, your browser keeps an encrypted cookie for an hour, so that you can undo it.",
      ],
    },
    {
      heading: "If you sign in",
      paragraphs: [
        `Staff and partners of ${name} get a cookie that keeps them signed in, and staff one that recognizes their browser, so that a stranger's failed attempts cannot lock them out. They hold a random value and nothing about the person.`,
      ],
    },
    {
      heading: "No third-party cookies",
      paragraphs: ["No cookie here belongs to another company, and none follows you to other sites."],
    },
    { heading: "Questions", paragraphs: [`Write to ${contactEmail}.`] },
  ],
};

export const BETA_TESTING: LegalText = {
  title: "Beta testing",
  link: { href: "/me", name: "Get your personal link" },
  description: ({ name }) => `What beta testers of ${name} get, and how to become one or leave.`,
  parts: ({ name, contactEmail }) => [
    {
      heading: "What you get",
      paragraphs: ["Free lifetime access, direct input on features and early access to all updates."],
    },
    {
      heading: "How to join",
      paragraphs: [
        "Join the waitlist and tick the box for beta access. If you are on the waitlist already, switch it on with your personal link.",
      ],
    },
    {
      heading: "What to expect",
      paragraphs: [
        `A beta is unfinished. ${name} may take a wrong turn or miss a place, so keep your eyes on the road and check what matters to you.`,
      ],
    },
    {
      heading: "How to leave",
      paragraphs: [
        `Every email to the waitlist has a link that takes you off the list. Or write to ${contactEmail}, and we will do it for you.`,
      ],
    },
  ],
};

type Parts = ReturnType<LegalText["parts"]>;

const PROMISED_OF_PLACES: Parts = [
  {
    heading: "A halal tier cannot be bought, asked for or set by hand",
    paragraphs: [
      "It follows from evidence by one rule. A place is Verified only while a certificate of a known body is in force and that body, or the register that it publishes, has confirmed it. When its last day is over or the body revokes it, the tier falls by itself. Places that were verified before we recorded evidence keep the badge for 90 days, and their pages say so.",
      "The page of each place says why it has its tier, what that is based on, and what we knew on any earlier day.",
    ],
    link: { href: "/places", name: "Look at any place" },
  },
  {
    heading: "No one pays for a rank",
    paragraphs: [
      "Lists and searches put the best match first. Between equal matches, the one with stronger evidence comes first. There are no paid entries and no advertisements. A gift buys no place on the map and no halal mark.",
    ],
    link: { href: "/support", name: "What gifts are for" },
  },
  {
    heading: "We say where details come from",
    paragraphs: [
      "We record who gave us each detail and when. Details from before we kept this may have no source. A file never replaces what an owner or our team said, and makes no place more than Reported.",
    ],
    link: { href: "/data", name: "Where our data comes from" },
  },
  {
    heading: "Every report is read, and the owner can reply",
    paragraphs: [
      "Everyone can report a mistake without an account. A report opens a case with a deadline, the owner can reply, and no report moves a tier by itself.",
    ],
    link: { href: "/places", name: "Find the place, then “Report a problem”" },
  },
];

const PROMISED_TO_PEOPLE: Parts = [
  {
    heading: "Listing and claiming a place are free",
    paragraphs: [
      "So are corrections and sending a certificate. The files that prove a claim are encrypted, only the staff who decide see them, and they are deleted 30 days after the decision.",
    ],
    link: { href: "/partner/auth", name: "Claim your place" },
  },
  {
    heading: "What you give us stays yours",
    paragraphs: [
      "You see, correct, export or erase it yourself, by a link that we email you. Every waitlist email has an unsubscribe link. We never sell your data.",
    ],
    link: { href: "/me", name: "See what we keep about you" },
  },
  {
    heading: "No one follows you here",
    paragraphs: [
      "Our pages load nothing from other companies and set no cookies for those who only read. “Near me” uses your position for one search and keeps it nowhere. Small numbers of people are never shown.",
    ],
    link: { href: "/cookies", name: "Every cookie that we set" },
  },
  {
    heading: "Your card number is never stored",
    paragraphs: [
      "It is passed on for the one payment. We keep the brand and the last four digits, and the receipt comes by email.",
    ],
    link: { href: "/privacy", name: "What we store, why, and how long" },
  },
];

/** Only what the program does; each part leads to where one can see it. */
export const PROMISES: LegalText = {
  title: "What we promise",
  description: ({ name }) =>
    `What you can hold ${name} to: halal tiers from evidence alone, no ranking for money, and your data in your hands.`,
  parts: ({ contactEmail }) => [
    ...PROMISED_OF_PLACES,
    ...PROMISED_TO_PEOPLE,
    {
      heading: "When we break one of these",
      paragraphs: [`Tell us at ${contactEmail}. What our staff change is recorded with who did it.`],
    },
  ],
};

export const DATA_CARD = {
  title: "Where our data comes from",
  description: ({ name }: Brand) =>
    `Who says what on ${name}: owners, our team and public sources, each with its license, and what a halal tier is not based on.`,
} as const;

export const DATA = {
  lead: "Each place's page says where its hours, phone number, website and address come from, if we have a record of it.",
  whoHeading: "Who tells us what",
  who: [
    [
      "Owners and our team",
      "They come first. What they say stays until they say something else; no file replaces it.",
    ],
    ["Bodies that certify", "They tell us whether a certificate is theirs and in force."],
    [
      "Visitors",
      "They suggest places, report mistakes and say whether a place is still open. Our team decides.",
    ],
    [
      "Public sources and lists",
      "They fill what no one above has said. Where they differ, they propose a change, and our team decides. If two of them differ, the newer one counts.",
    ],
  ],
  sourcesHeading: "Public sources",
  places: (count: number, shown: string) => (count === 1 ? "1 listed place" : `${shown} listed places`),
  noPlaces: "No places listed right now",
  release: (release: string, day: string) => `Newest release: ${release}, added on ${day}`,
  taken: (day: string) => `Last updated on ${day}`,
  license: "License:",
  lists: "Lists shared with our team",
  listsText: "By people and groups who made them and agreed to their use here.",
  tiersHeading: "What a halal tier is not based on",
  tiers: [
    "A file. It makes a place “Reported” at most, and only if it explicitly says halal.",
    "A report, a suggestion or a tap of a visitor.",
    "A photo, a menu, a name or the kind of kitchen.",
    "Money: no gift, fee or advertisement changes a tier or the order of a list.",
  ],
  tiersText: "Verified and Friendly follow from evidence alone, which each place's page shows.",
  shareHeading: "OpenStreetMap stays open",
  share:
    "What comes from OpenStreetMap is under the Open Database License. We keep which places have it, so that these rows can be handed on apart from all others and under the same license. Write to us, and we will send them.",
  mapsHeading: "Cities and drawings",
  maps: "The list of cities is by GeoNames, under CC BY 4.0. We draw our maps from it ourselves, so no map service sees what you search for.",
  correctHeading: "Something is wrong?",
  correct:
    "“Report a problem” on the page of a place opens a case with a deadline. Owners change their place in the partner portal.",
  ways: [
    { href: "/places", name: "Find the place" },
    { href: "/places/suggest", name: "Suggest a missing place" },
    { href: "/partner/auth", name: "Sign in as an owner" },
    { href: "/promises", name: "What we promise" },
  ],
} as const;
