import { centsOf, dollarsOf } from "./money.ts";
import { LARGE_GIFT, SMALLEST_GIFT } from "./tiers.ts";

export const CARD_NUMBER_DIGITS = { min: 13, max: 19 } as const;
const CARD_NUMBER = new RegExp(`^\\d{${CARD_NUMBER_DIGITS.min},${CARD_NUMBER_DIGITS.max}}$`);

/** `large` gifts are arranged by e-mail. */
export type AmountProblem = "small" | "large" | "decimals";

/** Why the form refuses an amount of `dollars`; null if it accepts it. */
export function amountProblem(dollars: number): AmountProblem | null {
  if (!(dollars >= dollarsOf(SMALLEST_GIFT))) return "small"; // NaN too
  if (dollars >= dollarsOf(LARGE_GIFT)) return "large";
  return centsOf(dollars) === null ? "decimals" : null;
}

/** The digits of a card number, typed in groups or not; null with too few or too many digits, or other characters. */
export function cardDigits(typed: string): string | null {
  const digits = typed.replaceAll(" ", "");
  return CARD_NUMBER.test(digits) ? digits : null;
}

export const isCvv = (typed: string): boolean => /^\d{3,4}$/.test(typed);
