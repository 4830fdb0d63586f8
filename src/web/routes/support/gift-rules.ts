import { z } from "zod";
import { addressWords, FIELD_ERRORS, GIFT, INVALID, LARGE } from "../../../copy/en/support.ts";
import { email, optionalText, requiredText } from "../../../shared/fields.ts";
import { passesLuhn } from "../../../shared/money/card-numbers.ts";
import {
  cardDigits,
  expiryProblem,
  giftAmount,
  isCvv,
  isMonth,
  isYear,
} from "../../../shared/money/gifts.ts";
import { postalCode } from "../../../shared/places/place-fields.ts";
import { billingRegions, regionCode } from "../../../shared/places/regions.ts";

interface FormKind {
  readonly collectsCard: boolean;
  /** Its code. */
  readonly country: string;
  readonly contactEmail: string;
}

/** The rules of the form, which is shown before they have loaded; they depend on the gateway and the country. */
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

/** `code` is that of a problem which the field explains in other words than the toast. */
const ofForm = (label: string, fits: (text: string) => boolean, wrong: string, code?: string) =>
  requiredText(label).refine((text) => text === "" || fits(text), { error: wrong, params: { code } });

function cardPart(collected: boolean) {
  const never = z.string();
  if (!collected) return { cardNumber: never, expiryMonth: never, expiryYear: never, cvv: never };
  return {
    cardNumber: ofForm("Card number", (text) => cardDigits(text) !== null, INVALID.card, "card").refine(
      (text) => passesLuhn(cardDigits(text) ?? ""), // a mistyped digit would count as a refused card
      FIELD_ERRORS.checksum,
    ),
    expiryMonth: ofForm("Expiry month", isMonth, FIELD_ERRORS.month),
    expiryYear: ofForm("Expiry year", isYear, FIELD_ERRORS.year),
    cvv: ofForm("CVV", isCvv, INVALID.cvv, "cvv"),
  };
}

function isState(text: string, country: string): boolean {
  const regions = billingRegions(country);
  return regions !== null && regionCode(text, regions) !== null;
}

/** The shared check accepts codes of the US and Canada; only US codes are all digits. */
const isZip = (text: string, country: string): boolean =>
  postalCode().safeParse(text).success && /^[\d-]+$/.test(text) === (country === "US");
