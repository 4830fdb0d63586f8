import { expect, test } from "bun:test";
import { type FormValues, giftOf } from "./gift.ts";
import { giftForm } from "./gift-rules.ts";

const TYPED: FormValues = {
  amount: "25",
  customerEmail: "amina@example.org",
  customerName: "Amina Yusuf",
  cardNumber: "4242 4242 4242 4242",
  expiryMonth: "12",
  expiryYear: "31",
  cvv: "123",
  billingAddress: "12 Atlantic Avenue",
  billingCity: "Brooklyn",
  billingState: "ny",
  billingZip: "11201",
  billingCountry: "US",
};

/** The names of the fields that the form refuses. */
function refused(country: string, changed: Partial<FormValues> = {}, collectsCard = true): string[] {
  const form = giftForm({ collectsCard, country, contactEmail: "salam@rihla.example" });
  const { error } = form.safeParse({ ...TYPED, billingCountry: country, ...changed });
  return (error?.issues ?? []).map(({ path }) => path.join("."));
}

test("the United States and Canada need a state or province and a postal code of their own form", () => {
  expect(refused("US")).toEqual([]);
  expect(refused("US", { billingState: "New York", billingZip: "11201-1234" })).toEqual([]);
  expect(refused("CA", { billingState: "Québec", billingZip: "h2x 1y4" })).toEqual([]);
  expect(refused("CA")).toEqual(["billingState", "billingZip"]);
  for (const country of ["US", "CA"])
    expect(refused(country, { billingState: "", billingZip: "" })).toEqual(["billingState", "billingZip"]);
});

test("other countries need neither, but an address and a city; a postal code is of any form", () => {
  for (const country of ["GB", "AE", "PK"]) {
    expect(refused(country, { billingState: "", billingZip: "" })).toEqual([]);
    expect(refused(country, { billingState: "", billingZip: "SW1A 1AA" })).toEqual([]);
    expect(refused(country, { billingAddress: "", billingCity: "" })).toEqual([
      "billingAddress",
      "billingCity",
    ]);
  }
});

test("a card is asked for only where the gateway takes it here, and is never sent otherwise", () => {
  const none = { cardNumber: "", expiryMonth: "", expiryYear: "", cvv: "" };
  expect(refused("US", none)).toEqual(["cardNumber", "expiryMonth", "expiryYear", "cvv"]);
  expect(refused("US", none, false)).toEqual([]);
  expect(Object.keys(giftOf(TYPED, false))).not.toContain("cardNumber");
});

test("a gift is sent with the tier that its amount reaches, the digits of its card and the code of its state", () => {
  expect(giftOf({ ...TYPED, amount: "60" }, true)).toMatchObject({
    tier: "Community Builder",
    amount: 60,
    cardNumber: "4242424242424242",
    billingState: "NY",
  });
  expect(giftOf({ ...TYPED, amount: "5" }, true).tier).toBe("");
});
