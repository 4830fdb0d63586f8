import { expect, test } from "bun:test";
import { submitInput as inquiry } from "../../inquiries/schema.ts";
import { submitInput as claim } from "../../ownership/claims/schema.ts";
import { submitInput as request } from "../../ownership/requests/schema.ts";
import { registerInput } from "../../partners/schema.ts";
import { decideRequestInput } from "../../reviews/schema.ts";
import { joinInput } from "../../waitlist/schema.ts";
import { summarizeCard } from "./cards.ts";

test("no public form stores what may be a card number", () => {
  const number = "4242 4242 4242 4242";
  const person = { email: "a@example.com", firstName: number, businessName: number, contactName: number };
  const place = { name: number, address: number, city: number, state: "NY", category: "restaurant" };
  const parsedForms = [
    joinInput.parse(person),
    inquiry.parse({ ...person, city: number, message: `My card:\n${number}` }),
    registerInput.parse({ ...person, password: "secret-enough" }),
    request.parse({ ...place, subcategory: number }),
    claim.parse({ poiId: "p", documents: [number] }),
    decideRequestInput.parse({ id: "r", decision: "rejected", notes: number }),
  ];
  for (const form of parsedForms) expect(JSON.stringify(form)).not.toContain("4242");
});

test("only the brand and the last four digits of a card are kept", () => {
  const card = { number: "4242424242424242", expiryMonth: "12", expiryYear: "30", cvv: "123" };
  expect(summarizeCard(card)).toEqual({ brand: "visa", last4: "4242" });
  expect(summarizeCard({ ...card, number: "5555555555554444" }).brand).toBe("mastercard");
  expect(summarizeCard({ ...card, number: "378282246310005" }).brand).toBe("amex");
});
