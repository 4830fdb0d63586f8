/** Exists for the time of one call. Never stored, logged, put into an error or sent anywhere but the gateway. */
export interface Card {
  /** Digits only. */
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly cvv: string;
}

/** What may be stored of a card (docs/security.md PAY-01). */
export interface CardSummary {
  readonly brand: string;
  readonly last4: string;
}

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2[2-7])/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^(6011|65|64[4-9])/, "discover"],
];

export const summarizeCard = ({ number }: Card): CardSummary => ({
  brand: BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? "card",
  last4: number.slice(-4),
});
