import { passesLuhn } from "./card-numbers.ts";
import { type Cents, cents, centsOf, dollarsOf } from "./money.ts";

/** A suggested gift. */
export interface Tier {
  readonly name: string;
  readonly amount: Cents;
  /** Any amount from this one up. */
  readonly openEnded: boolean;
  readonly purpose: string;
}

export const TIERS: readonly Tier[] = [
  {
    name: "Beta Supporter",
    amount: cents(25_00),
    openEnded: false,
    purpose: "Goes toward test devices and map requests for the beta.",
  },
  {
    name: "Community Builder",
    amount: cents(50_00),
    openEnded: false,
    purpose: "Helps volunteers visit halal restaurants, groceries and masjids and check what we list.",
  },
  {
    name: "Ummah Champion",
    amount: cents(100_00),
    openEnded: false,
    purpose: "Goes toward opening the directory in more cities.",
  },
  {
    name: "Founding Patron",
    amount: cents(250_00),
    openEnded: true,
    purpose: "Goes toward the first year of hosting, behind core features that are free.",
  },
];

/** The largest tier that a gift of so many dollars reaches; undefined below all of them. */
export const tierOf = (dollars: number): Tier | undefined =>
  TIERS.findLast(({ amount }) => dollars >= dollarsOf(amount));

export const CURRENCY = "USD";

/** Gifts of LARGE_GIFT and more are arranged by email. */
export const SMALLEST_GIFT = cents(1_00);
export const LARGE_GIFT = cents(500_00);

export const CARD_NUMBER_DIGITS = { min: 13, max: 19 } as const;
const CARD_NUMBER = new RegExp(`^\\d{${CARD_NUMBER_DIGITS.min},${CARD_NUMBER_DIGITS.max}}$`);

/** `large` gifts are arranged by email. */
export type AmountProblem = "small" | "large" | "decimals";

/** The amount of a gift of so many dollars, or why it is refused. */
export function giftAmount(dollars: number): Cents | AmountProblem {
  if (!(dollars >= dollarsOf(SMALLEST_GIFT))) return "small"; // NaN too
  if (dollars >= dollarsOf(LARGE_GIFT)) return "large";
  return centsOf(dollars) ?? "decimals";
}

/** The digits of a card number, typed in groups or not; null with too few or too many digits, or other characters. */
export function cardDigits(typed: string): string | null {
  const digits = typed.replaceAll(" ", "");
  return CARD_NUMBER.test(digits) ? digits : null;
}

/** How the numbers of a network begin, and how many digits they have. */
const NETWORKS = [
  { brand: "visa", start: /^4/, digits: 16 },
  { brand: "mastercard", start: /^(5[1-5]|2[2-7])/, digits: 16 },
  { brand: "amex", start: /^3[47]/, digits: 15 },
  { brand: "discover", start: /^(6011|65|64[4-9])/, digits: 16 },
] as const;
export type CardBrand = (typeof NETWORKS)[number]["brand"];

const networkOf = (digits: string) => NETWORKS.find(({ start }) => start.test(digits));

/** The network of a card, from the first digits of its number on; null for one that is not known. */
export const cardBrand = (digits: string): CardBrand | null => networkOf(digits)?.brand ?? null;

/** Whether a number that is typed is complete and fails its checksum. */
export function isMistyped(typed: string): boolean {
  const digits = typed.replaceAll(" ", "");
  return digits.length >= (networkOf(digits)?.digits ?? CARD_NUMBER_DIGITS.max) && !passesLuhn(digits);
}

export const isCvv = (typed: string): boolean => /^\d{3,4}$/.test(typed);

const CENTURY = 2_000;
const MONTHS = 12;
/** No card is issued for longer. */
const MOST_YEARS = 20;

export interface Expiry {
  readonly month: string;
  readonly year: string;
}

/** Reads `12/30`, `12 / 2030` or `1230`; null for anything else, such as the month alone. */
export function parseExpiry(text: string): Expiry | null {
  const [, month, year] =
    /^\s*(0?[1-9]|1[0-2])\s*[/.-]\s*(?:20)?(\d{2})\s*$/.exec(text) ??
    /^\s*(0[1-9]|1[0-2])(\d{2})\s*$/.exec(text) ??
    [];
  return month === undefined || year === undefined ? null : { month: month.padStart(2, "0"), year };
}

/** A month while it is typed: with its zero once no other digit can follow, such as after `7` or `1/`. */
export const typedMonth = (text: string): string =>
  text.replace(/^([2-9])$/, "0$1").replace(/^([1-9])\D$/, "0$1");

export const isMonth = (text: string): boolean => /^(0?[1-9]|1[0-2])$/.test(text);
export const isYear = (text: string): boolean => /^\d{2}$/.test(text);

/** Why no card can have this date; null if one can. A card is good until the end of its month. */
export function expiryProblem({ month, year }: Expiry, today: Date): "expired" | "distant" | null {
  const months =
    (CENTURY + Number(year) - today.getFullYear()) * MONTHS + Number(month) - 1 - today.getMonth();
  if (months < 0) return "expired";
  return months > MOST_YEARS * MONTHS ? "distant" : null;
}
