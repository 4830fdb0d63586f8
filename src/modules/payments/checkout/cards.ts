import { cardBrand } from "../../../shared/money/gifts.ts";

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

export const summarizeCard = ({ number }: Card): CardSummary => ({
  brand: cardBrand(number) ?? "card",
  last4: number.slice(-4),
});
