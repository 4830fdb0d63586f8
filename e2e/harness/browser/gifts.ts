import type { Page } from "@playwright/test";
import { expect } from "./screen.ts";

/** Cards of the sandbox gateway. */
export const CARDS = {
  good: "4242 4242 4242 4242",
  refused: "4000 0000 0000 0002",
  noFunds: "4000 0000 0000 9995",
  away: "4000 0000 0000 0119",
} as const;

export const PAY_CALL = "**/trpc/public.support.pay**";
export const OPTIONS_CALL = "**/trpc/public.support.options**";

/** The payment dialog, found by role and label. */
export const tile = (page: Page, tier: string) =>
  page.getByRole("button", { name: new RegExp(` as ${tier}$`) });
export const dialog = (page: Page) => page.getByRole("dialog");
export const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
export const give = (page: Page) => dialog(page).getByRole("button", { name: /^Give/ });

export async function choose(page: Page, tier = "Ummah Champion"): Promise<void> {
  await tile(page, tier).click();
  await expect(field(page, "Amount")).toBeVisible();
}

export const ANSWERS = {
  "Customer email": "amina@example.org",
  "Customer name": "Amina Yusuf",
  "Expiry month": "12",
  "Expiry year": "31",
  CVV: "123",
  "Billing address": "12 Atlantic Avenue",
  "Billing city": "Brooklyn",
  "Billing state": "ny",
  "Billing ZIP code": "11201",
} as const;

export async function fillGift(page: Page, card: string = CARDS.good, email?: string): Promise<void> {
  for (const [label, value] of Object.entries(ANSWERS)) await field(page, label).fill(value);
  if (email !== undefined) await field(page, "Customer email").fill(email);
  await field(page, "Card number").fill(card);
}

/** Starts a gift over REST. */
export async function beginGift(page: Page, more: object = {}): Promise<Record<string, unknown>> {
  const data = {
    tier: "Beta Supporter",
    amount: 25,
    customerEmail: "amina@example.org",
    customerName: "Amina Yusuf",
    cardNumber: CARDS.good,
    expiryMonth: "12",
    expiryYear: "31",
    cvv: "123",
    billingAddress: "12 Atlantic Avenue",
    billingCity: "Brooklyn",
    billingState: "NY",
    billingZip: "11201",
    ...more,
  };
  const answer = await page.request.post("/api/support/payment", { data });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

/** Decides a payment as the sandbox page does. Returns the payment id. */
export async function settleGift(
  page: Page,
  decisions: readonly string[],
  more: object = {},
): Promise<string> {
  const { paymentUrl, paymentId } = await beginGift(page, more);
  for (const decision of decisions) {
    const answer = await page.request.post(`${new URL(String(paymentUrl)).pathname}/${decision}`, {
      data: {},
    });
    expect(answer.status()).toBe(200);
  }
  return String(paymentId);
}

/** Makes the gateway refuse every payment. */
export const refusing = (page: Page) =>
  page.route(PAY_CALL, (route) =>
    route.fulfill({ json: [{ result: { data: { json: { success: false, ionic_error: "No." } } } }] }),
  );

/** The four tiers and their amounts. */
export const TIERS = [
  ["Beta Supporter", "$25"],
  ["Community Builder", "$50"],
  ["Ummah Champion", "$100"],
  ["Founding Patron", "$250+"],
] as const;
