import { INVALID } from "../../../copy/en/support.ts";
import { DomainError, type FieldErrors } from "../../../shared/errors.ts";
import { email } from "../../../shared/fields.ts";
import { withoutCardNumbers } from "../../../shared/money/card-numbers.ts";
import { cardDigits, giftAmount, isCvv, LARGE_GIFT } from "../../../shared/money/gifts.ts";
import { type Cents, dollarsOf } from "../../../shared/money/money.ts";
import { billingRegions, countryCode, regionCode } from "../../../shared/places/regions.ts";
import { INVALID_EMAIL } from "../../../shared/text-rules.ts";
import type { Billing } from "../gateways/gateway.ts";
import { MISSING, type PayInput } from "../schema.ts";
import type { Card } from "./cards.ts";

const CARD_FIELDS = ["cardNumber", "expiryMonth", "expiryYear", "cvv"] as const;
const BILLING_FIELDS = ["billingAddress", "billingCity"] as const;
/** Required unless the country is known to have addresses without them. */
const REGION_FIELDS = ["billingState", "billingZip"] as const;

/** What is stored of a payment. */
export interface PaymentDetails {
  readonly tier: string;
  readonly amountCents: Cents;
  readonly customerEmail: string;
  readonly customerName: string;
}

export interface ValidatedPayment {
  readonly details: PaymentDetails;
  readonly billing: Billing;
  /** Null if it is entered on the gateway's own page. */
  readonly card: Card | null;
}

/** Checks the form and splits it into its parts. Throws 400; no message repeats what was sent. */
export function validatePayment(
  input: PayInput,
  collectsCard: boolean,
  contactEmail: string,
): ValidatedPayment {
  if (!collectsCard) refuseCard(input);
  refuseIncomplete(input, collectsCard);
  const card = collectsCard ? cardOf(input) : null;
  const details = {
    tier: withoutCardNumbers(input.tier),
    amountCents: amountOf(input.amount ?? 0, contactEmail),
    customerEmail: input.customerEmail,
    customerName: withoutCardNumbers(input.customerName),
  };
  if (!isAddress(details.customerEmail)) throw invalidField("customerEmail", INVALID_EMAIL.error);
  return { details, billing: billingOf(input), card };
}

const isAddress = (text: string): boolean => email().safeParse(text).success;

const invalidField = (field: string, sentence: string) =>
  new DomainError("invalid", sentence, { fields: { [field]: sentence } });

/** Card data never passes through here where the gateway has a page of its own (docs/security.md PAY-03). */
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
    ...(hasRegions(input) ? REGION_FIELDS : []),
  ] as const;
  const missing = required.filter((name) => String(input[name] ?? "").trim() === "");
  if (missing.length === 0) return;
  throw new DomainError("invalid", MISSING, { fields: fieldsOf(missing, "This field is required") });
}

function hasRegions({ billingCountry }: PayInput): boolean {
  const country = countryCode(billingCountry);
  return country === null || billingRegions(country) !== null;
}

const fieldsOf = (names: readonly string[], sentence: string): FieldErrors =>
  Object.fromEntries(names.map((name) => [name, sentence]));

/** Checks only the lengths: whether the card is valid is for the gateway to decide. */
function cardOf({ cardNumber, expiryMonth, expiryYear, cvv }: PayInput): Card {
  const number = cardDigits(cardNumber ?? "");
  if (number === null) throw invalidField("cardNumber", INVALID.card);
  if (!isCvv(cvv ?? "")) throw invalidField("cvv", INVALID.cvv);
  return { number, expiryMonth: expiryMonth ?? "", expiryYear: expiryYear ?? "", cvv: cvv ?? "" };
}

function amountOf(dollars: number, contactEmail: string): Cents {
  const sentences = {
    small: "Amount must be at least 1",
    large: `For gifts of ${dollarsOf(LARGE_GIFT)} and above please write to ${contactEmail}`,
    decimals: "Amount must have at most two decimals",
  };
  const amount = giftAmount(dollars);
  if (typeof amount === "number") return amount;
  throw invalidField("amount", sentences[amount]);
}

function billingOf(input: PayInput): Billing {
  const country = countryCode(input.billingCountry);
  if (country === null) throw invalidField("billingCountry", INVALID_COUNTRY);
  const regions = billingRegions(country);
  const state = regions ? regionCode(input.billingState, regions) : input.billingState;
  if (state === null) throw invalidField("billingState", invalidRegion(country));
  return {
    name: input.customerName,
    address: input.billingAddress,
    city: input.billingCity,
    state,
    zip: input.billingZip,
    country,
  };
}

const INVALID_COUNTRY = "Billing country must be a country's name or its two letters";
const invalidRegion = (country: string) =>
  `Billing state must be a ${country === "CA" ? "province of Canada" : "US state"} or its two letters`;
