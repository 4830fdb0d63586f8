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
  }[];
  /** Where a person can act on it. */
  readonly link?: { readonly href: string; readonly name: string };
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
