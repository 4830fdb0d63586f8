import type { z } from "zod";
import type { payInput } from "../../../modules/payments/schema.ts";
import { giftAmount, tierOf } from "../../../shared/money/gifts.ts";
import { billingRegions, regionCode } from "../../../shared/places/regions.ts";
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

export const isLargeGift = (amount: string): boolean => giftAmount(Number(amount)) === "large";

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
