/** A card for the time of one call. Never stored, logged, printed into an error or sent anywhere but the gateway. */
export interface Card {
  /** Digits alone. */
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly cvv: string;
}

/** What may be kept of a card (security PAY-01). */
export interface CardTrace {
  readonly brand: string;
  readonly last4: string;
}

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2[2-7])/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^(6011|65|64[4-9])/, "discover"],
];

export const traceOf = ({ number }: Card): CardTrace => ({
  brand: BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? "card",
  last4: number.slice(-4),
});
