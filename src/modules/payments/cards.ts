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

/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
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

const SHORTEST = 13;
const LONGEST = 19;
/** Digits as people write long numbers: in a row, or with a space, dot or dash here and there. */
const LONG_NUMBER = /\d(?:[\s.\-\u2010-\u2015]{0,2}\d){12,}/g;
const MASK = "[number removed]";

/** Free text without what may be a card's number: whoever types it into the wrong field is protected too. */
export const masked = (text: string): string =>
  text.replace(LONG_NUMBER, (run) => (holdsCardNumber(run.replace(/\D/g, "")) ? MASK : run));

/** Whether any part of it passes for a number: an expiry date typed behind one must not hide it. */
function holdsCardNumber(digits: string): boolean {
  for (let start = 0; start + SHORTEST <= digits.length; start++) {
    for (let size = SHORTEST; size <= LONGEST && start + size <= digits.length; size++) {
      if (passesLuhn(digits.slice(start, start + size))) return true;
    }
  }
  return false;
}
