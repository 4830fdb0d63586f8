import { z } from "zod";
import { addressWords, FIELD_ERRORS, GIFT, LARGE } from "../../../copy/en/support.ts";
import { INVALID_CARD, INVALID_CVV, type payInput } from "../../../modules/payments/schema.ts";
import { email, optionalText, requiredText } from "../../../shared/fields.ts";
import { passesLuhn } from "../../../shared/money/card-numbers.ts";
import {
  cardDigits,
  expiryProblem,
  giftAmount,
  isCvv,
  isMonth,
  isYear,
  tierOf,
} from "../../../shared/money/gifts.ts";
import { billingRegions, postalCode, regionCode } from "../../../shared/places/regions.ts";
import { textOf } from "../../lib/form.ts";

/** All input of a gift except the card; may outlive the form. */
export const REMEMBERED_FIELDS = [
  "customerEmail",
  "customerName",
  "billingAddress",
  "billingCity",
  "billingState",
  "billingZip",
  "billingCountry",
] as const;
export type RememberedFields = Partial<Record<(typeof REMEMBERED_FIELDS)[number], string>>;
export const CARD_FIELDS = ["cardNumber", "expiryMonth", "expiryYear", "cvv"] as const;

/** The form as typed: all values are strings. */
export type FormValues = Record<
  "amount" | (typeof REMEMBERED_FIELDS)[number] | (typeof CARD_FIELDS)[number],
  string
>;

interface FormKind {
  readonly collectsCard: boolean;
  /** Its code. */
  readonly country: string;
  readonly contactEmail: string;
}

/** The rules of the form; card and address rules depend on the gateway and the country. */
export function giftForm({ collectsCard, country, contactEmail }: FormKind) {
  const words = addressWords(country);
  const form = z.object({
    amount: amount(contactEmail),
    customerEmail: email("Customer email"),
    customerName: z
      .string()
      .refine((text) => optionalText("Name").safeParse(text).success, FIELD_ERRORS.name),
    ...cardPart(collectsCard),
    billingAddress: requiredText("Billing address"),
    billingCity: requiredText("Billing city"),
    billingState: words
      ? ofForm(words.state, (text) => isState(text, country), words.wrongState)
      : z.string(),
    billingZip: words
      ? ofForm(words.zip, (text) => isZip(text, country), words.wrongZip)
      : optionalText(GIFT.postalCode),
    billingCountry: z.string(),
  });
  return collectsCard ? withExpiry(form) : form;
}

const expiry = z.object({ expiryMonth: z.string().refine(isMonth), expiryYear: z.string().refine(isYear) });

/** Names the part of the date at fault, whatever else is wrong with the form. */
function withExpiry<Form extends z.ZodType<z.infer<typeof expiry>>>(form: Form) {
  const problem = ({ expiryMonth: month, expiryYear: year }: z.infer<typeof expiry>) =>
    expiryProblem({ month, year }, new Date());
  const isPastYear = ({ expiryYear }: z.infer<typeof expiry>) =>
    problem({ expiryMonth: "12", expiryYear }) === "expired";
  const when = ({ value }: { readonly value: unknown }) => expiry.safeParse(value).success;
  return form
    .refine((date) => problem(date) !== "expired" || isPastYear(date), {
      path: ["expiryMonth"],
      error: FIELD_ERRORS.expired,
      when,
    })
    .refine((date) => !isPastYear(date), { path: ["expiryYear"], error: FIELD_ERRORS.expired, when })
    .refine((date) => problem(date) !== "distant", {
      path: ["expiryYear"],
      error: FIELD_ERRORS.distant,
      when,
    });
}

function amount(contactEmail: string) {
  const sentences = {
    small: FIELD_ERRORS.least,
    large: LARGE.sentence(contactEmail),
    decimals: FIELD_ERRORS.decimals,
  };
  return requiredText("Amount").refine(
    (text) => text === "" || typeof giftAmount(Number(text)) === "number",
    {
      error: ({ input }) => {
        const read = giftAmount(Number(input));
        return sentences[typeof read === "number" ? "small" : read];
      },
    },
  );
}

export const isLargeGift = (amount: string): boolean => giftAmount(Number(amount)) === "large";

/** `code` is that of a problem which the field explains in other words than the toast. */
const ofForm = (label: string, fits: (text: string) => boolean, wrong: string, code?: string) =>
  requiredText(label).refine((text) => text === "" || fits(text), { error: wrong, params: { code } });

function cardPart(collected: boolean) {
  const never = z.string();
  if (!collected) return { cardNumber: never, expiryMonth: never, expiryYear: never, cvv: never };
  return {
    cardNumber: ofForm("Card number", (text) => cardDigits(text) !== null, INVALID_CARD, "card").refine(
      (text) => passesLuhn(cardDigits(text) ?? ""), // a mistyped digit would count as a refused card
      FIELD_ERRORS.checksum,
    ),
    expiryMonth: ofForm("Expiry month", isMonth, FIELD_ERRORS.month),
    expiryYear: ofForm("Expiry year", isYear, FIELD_ERRORS.year),
    cvv: ofForm("CVV", isCvv, INVALID_CVV, "cvv"),
  };
}

function isState(text: string, country: string): boolean {
  const regions = billingRegions(country);
  return regions !== null && regionCode(text, regions) !== null;
}

/** The shared check accepts codes of the US and Canada; only US codes are all digits. */
const isZip = (text: string, country: string): boolean =>
  postalCode().safeParse(text).success && /^[\d-]+$/.test(text) === (country === "US");

export const readFormValues = (form: FormData): FormValues => {
  const text = (name: string) => textOf(form, name);
  return {
    amount: text("amount"),
    customerEmail: text("customerEmail"),
    customerName: text("customerName"),
    cardNumber: text("cardNumber"),
    expiryMonth: text("expiryMonth"),
    expiryYear: text("expiryYear"),
    cvv: text("cvv"),
    billingAddress: text("billingAddress"),
    billingCity: text("billingCity"),
    billingState: text("billingState"),
    billingZip: text("billingZip"),
    billingCountry: text("billingCountry"),
  };
};

/** The input of the API. No card field is sent, not even an empty one, if the gateway has its own page. */
export function giftOf(entered: FormValues, collectsCard: boolean): z.input<typeof payInput> {
  const { cardNumber, expiryMonth, expiryYear, cvv, ...rest } = entered;
  return {
    ...rest,
    tier: tierOf(Number(entered.amount))?.name ?? "",
    amount: Number(entered.amount),
    billingState: stateOf(entered),
    ...(collectsCard && { cardNumber: cardNumber.replaceAll(" ", ""), expiryMonth, expiryYear, cvv }),
  };
}

function stateOf({ billingState, billingCountry }: FormValues): string {
  const regions = billingRegions(billingCountry);
  return (regions && regionCode(billingState, regions)) ?? billingState;
}
