import { withoutCardNumbers } from "../../../shared/card-numbers.ts";
import { DomainError, type FieldErrors } from "../../../shared/errors.ts";
import { email, INVALID_EMAIL } from "../../../shared/fields.ts";
import { centsOf, dollarsOf } from "../../../shared/money.ts";
import { LARGE_GIFT, SMALLEST_GIFT } from "../../../shared/tiers.ts";
import type { Billing } from "../gateways/gateway.ts";
import { CARD_DIGITS, INVALID_CARD, INVALID_CVV, MISSING, type PayInput } from "../schema.ts";
import type { Card } from "./cards.ts";

const CARD_FIELDS = ["cardNumber", "expiryMonth", "expiryYear", "cvv"] as const;
const BILLING_FIELDS = ["billingAddress", "billingCity", "billingState", "billingZip"] as const;

/** What is kept of a gift. */
export interface Gift {
  readonly tier: string;
  readonly amountCents: number;
  readonly customerEmail: string;
  readonly customerName: string;
}

export interface Checked {
  readonly gift: Gift;
  readonly billing: Billing;
  /** Null where the gateway's own page takes it. */
  readonly card: Card | null;
}

/**
 * The form as its parts. Throws 400 with the specification's sentences, in its order (spec: support-partner-sync 5).
 * No sentence ever repeats what was sent.
 */
export function checked(input: PayInput, collectsCard: boolean, contactEmail: string): Checked {
  if (!collectsCard) refuseCard(input);
  refuseIncomplete(input, collectsCard);
  const card = collectsCard ? cardOf(input) : null;
  const gift = {
    tier: withoutCardNumbers(input.tier),
    amountCents: amountOf(input.amount ?? 0, contactEmail),
    customerEmail: input.customerEmail,
    customerName: withoutCardNumbers(input.customerName),
  };
  if (!isAddress(gift.customerEmail)) throw wrong("customerEmail", INVALID_EMAIL);
  return { gift, billing: billingOf(input), card };
}

const isAddress = (text: string): boolean =>
  email().safeParse(text).success && withoutCardNumbers(text) === text;

const wrong = (field: string, sentence: string) =>
  new DomainError("invalid", sentence, { fields: { [field]: sentence } });

/** security PAY-03: a gateway with a page of its own must never see a card come through here. */
function refuseCard(input: PayInput): void {
  const sent = CARD_FIELDS.filter((name) => input[name] !== undefined && input[name] !== null);
  if (sent.length === 0) return;
  const sentence = "Card details are entered on the payment page, not here";
  throw new DomainError("invalid", sentence, { fields: fieldsOf(sent, sentence) });
}

function refuseIncomplete(input: PayInput, collectsCard: boolean): void {
  const required = [
    "customerEmail",
    "amount",
    ...(collectsCard ? CARD_FIELDS : []),
    ...BILLING_FIELDS,
  ] as const;
  const lacking = required.filter((name) => String(input[name] ?? "").trim() === "");
  if (lacking.length === 0) return;
  throw new DomainError("invalid", MISSING, { fields: fieldsOf(lacking, "This field is required") });
}

const fieldsOf = (names: readonly string[], sentence: string): FieldErrors =>
  Object.fromEntries(names.map((name) => [name, sentence]));

/** Only the lengths are looked at: whether it is a card is the gateway's to judge (contract 3). */
function cardOf({ cardNumber, expiryMonth, expiryYear, cvv }: PayInput): Card {
  const number = (cardNumber ?? "").replaceAll(" ", "");
  const { least, most } = CARD_DIGITS;
  if (!/^\d+$/.test(number) || number.length < least || number.length > most)
    throw wrong("cardNumber", INVALID_CARD);
  if (!/^\d{3,4}$/.test(cvv ?? "")) throw wrong("cvv", INVALID_CVV);
  return { number, expiryMonth: expiryMonth ?? "", expiryYear: expiryYear ?? "", cvv: cvv ?? "" };
}

function amountOf(dollars: number, contactEmail: string): number {
  if (dollars < dollarsOf(SMALLEST_GIFT)) throw wrong("amount", "Amount must be at least 1");
  if (dollars >= dollarsOf(LARGE_GIFT))
    throw wrong("amount", `For gifts of ${dollarsOf(LARGE_GIFT)} and above please write to ${contactEmail}`);
  const cents = centsOf(dollars);
  if (cents === null) throw wrong("amount", "Amount must have at most two decimals");
  return cents;
}

const billingOf = (input: PayInput): Billing => ({
  name: input.customerName,
  address: input.billingAddress,
  city: input.billingCity,
  state: input.billingState,
  zip: input.billingZip,
  country: input.billingCountry,
});
