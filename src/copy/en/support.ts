import type { Brand } from "../../shared/brand.ts";
import { HOME } from "./site.ts";

/** Copy of the support page. Sentences quoted from the specification are verbatim. */
export const SUPPORT = {
  title: "Support a faith-first navigation app",
  heading: "Help us onto the road.",
  lead: ({ name }: Brand) =>
    `${name} is being built before its launch. Gifts pay for servers, test phones and the days it takes to ` +
    "check a place before it goes on the map.",
  toWays: "Venmo, Zelle or a large gift",
};

export const TIERS_PART = {
  heading: "Choose a gift",
  text: "Each one is a suggestion: you can change the amount in the next step.",
  give: (amount: string) => `Give ${amount}`,
  opening: "Opening...",
  as: (tier: string) => ` as ${tier}`,
  noScript: "The card form needs JavaScript. Venmo, Zelle and the email contact below work without it.",
};

export const OTHER_WAYS = {
  heading: "Other ways to give",
  text: "Send any amount below $500 by Venmo or Zelle.",
  venmo: "Venmo",
  zelle: "Zelle",
  note: "Write your email into the note, so that we can thank you.",
  large: "$500 and above",
  largeText: "Large gifts begin with a conversation. Please write to us before you send one.",
  write: "Write to us",
  subject: "Large gift",
  giftSubject: "A gift",
  handleOf: (service: string) => `the ${service} address`,
};

/** Gifts of this size are arranged by email; shown below the amount and in the toast. */
export const LARGE = {
  title: "Gifts of $500 and above",
  sentence: (address: string) => `For gifts of $500 and above please write to ${address}`,
};

/** Shown before a gift and on its receipt. */
export const NOT_DEDUCTIBLE = "It is neither tax-deductible nor zakat.";

export const PLAIN = {
  heading: "What a gift is, and what it is not",
  text: ({ name }: Brand) =>
    `A gift goes to ${name}, a company before its launch. ${NOT_DEDUCTIBLE} ` +
    "It buys no share, no place on the map and no halal mark.",
  card: "Your card number is used for the one payment and is not kept.",
};

export const GIFT = {
  title: (tier: string) => `Give as ${tier}`,
  /** Of an amount below all tiers. */
  titleBelow: "Give",
  purposeBelow: "Every gift goes toward the launch.",
  close: "Close",
  form: "Payment",
  suggested: "Suggested amounts",
  amount: "Amount",
  email: "Customer email",
  name: "Customer name",
  card: "Card",
  cardNumber: "Card number",
  /** Above the month and the year, which have labels of their own. */
  expiry: "Expiry",
  month: "Expiry month",
  year: "Expiry year",
  cvv: "CVV",
  billing: "Billing",
  address: "Billing address",
  city: "Billing city",
  /** Where its form is not known. */
  postalCode: "Billing postal code (optional)",
  country: "Billing country",
  submit: (amount: string) => `Give ${amount}`,
  submitAny: "Give",
  sending: "Processing...",
  missing: {
    title: "Missing Information",
    description: "Please fill in all required fields including credit card and billing information",
  },
  testCard: "For testing, use the card 4242 4242 4242 4242 with any later date and any CVV. No money moves.",
  ownPage: "You enter your card on the payment provider's own page, which opens next.",
  optionsFailed: "The payment form could not be loaded",
  off: "Card payments are not open at the moment. You can give by Venmo or Zelle, or write to us.",
} as const;

interface AddressWords {
  readonly state: string;
  readonly stateHint: string;
  readonly zip: string;
  readonly zipHint: string;
  readonly wrongState: string;
  readonly wrongZip: string;
}

/** Labels and formats of state and ZIP code where they have a form of their own. */
const ADDRESS_WORDS: Readonly<Record<string, AddressWords>> = {
  US: {
    state: "Billing state",
    stateHint: "NY",
    zip: "Billing ZIP code",
    zipHint: "10001",
    wrongState: "The two letters of a US state, such as NY",
    wrongZip: "A ZIP code looks like 10001 or 10001-1234",
  },
  CA: {
    state: "Billing province",
    stateHint: "ON",
    zip: "Billing postal code",
    zipHint: "M5V 2T6",
    wrongState: "The two letters of a province, such as ON",
    wrongZip: "A postal code looks like M5V 2T6",
  },
};

/** Null in other countries: an address there is not asked for a state, and may have a postal code. */
export const addressWords = (country: string): AddressWords | null => ADDRESS_WORDS[country] ?? null;

export const CARD_BRANDS = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
} as const;

/** What is wrong with a card, as a whole; its fields say what to do. */
export const INVALID = { card: "Invalid Card Number", cvv: "Invalid CVV" };

export const FIELD_ERRORS = {
  least: "The smallest gift is $1",
  decimals: "An amount has at most two decimals",
  month: "A month from 01 to 12",
  year: "The last two digits of the year",
  expired: "This card has expired",
  distant: "No card is valid for that long",
  card: "A card number has 13 to 19 digits",
  checksum: "Please check the card number: a digit seems to be wrong",
  cvv: "The 3 or 4 digits on the card",
  name: "A name has at most 200 characters on one line",
  email: "An address looks like name@example.com",
};

export const FAILED = {
  uncharged: "Nothing was charged.",
  title: "Payment Error",
  text: "Failed to create payment. Please try again.",
};

export const ALTERNATIVES = {
  reference: "Reference",
  what: "the reference",
  again: "Or try the card again: nothing was charged.",
};

/** Metadata for search results and shared links. */
export const SUPPORT_CARD = {
  title: "Support the launch",
  description: ({ name }: Brand) =>
    `Four ways to give to ${name} before its launch, from $25, by card, Venmo or Zelle, and what each one pays for.`,
};

export const RESULT = {
  verifying: "Verifying your payment",
  verifyingText: "One moment: we are asking the payment provider.",
  thanks: "Thank you",
  received: "Your payment was received. May it be a road made easier for many.",
  noPayment: "Thank you for thinking of us. This page knows of no payment, so it confirms none.",
  pending: "Your payment is still being processed",
  pendingText:
    "The payment provider has not told us how it went yet. We keep asking; you can leave this page open.",
  stillPending: (address: string) =>
    "This takes longer than usual. You can close this page: as soon as the payment is settled, the receipt " +
    `goes to your email. If nothing has come by tomorrow, write to ${address}.`,
  /** Sentences quoted from the specification. */
  failed: "Payment Verification Failed",
  declined:
    "The payment did not go through. If your bank shows a charge for it all the same, write to us with the date and the amount.",
  declinedByYou: "You declined this payment on the payment page. Nothing was charged.",
  unknown:
    "We know of no payment with this address. If you have been charged, write to us with what you know of it.",
  unanswered: "We could not find out how your payment went. It may still have been received.",
  askAgain: "Ask again",
  tryAgain: "Try Again",
  contact: "Contact Support",
  contactSubject: (paymentId: string) => `Payment ${paymentId}`,
  refunded: "This gift was refunded",
  refundedText: "The whole amount went back the way it came. Banks take a few days to show it.",
  home: HOME,
  give: "See the ways to give",
};

export const RECEIPT = {
  heading: "Receipt",
  reference: "Reference",
  from: "From",
  date: "Date",
  amount: "Amount",
  tier: "Tier",
  status: "Status",
  paid: "Received",
  refunded: "Refunded",
  receivedBy: "Received by",
  ownAmount: "Own amount",
  line: "This gift went to a company before its launch.",
  print: "Print the receipt",
};
