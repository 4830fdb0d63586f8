import { spyOn } from "bun:test";
import type { SandboxGateway, SignedEvent } from "../modules/payments/gateways/sandbox.ts";
import type { TestApp, TestResponse } from "./app.ts";

/** The support page's form for a gateway that takes the card on its own page. */
export const GIFT_WITHOUT_CARD = {
  tier: "Community Builder",
  amount: 50,
  customerEmail: "amina@example.com",
  customerName: "Amina Yusuf",
  billingAddress: "1 Main Street",
  billingCity: "Columbus",
  billingState: "OH",
  billingZip: "43004",
  billingCountry: "US",
} as const;

/** The same with the sandbox's good card. */
export const GIFT = {
  ...GIFT_WITHOUT_CARD,
  cardNumber: "4242 4242 4242 4242",
  expiryMonth: "12",
  expiryYear: "30",
  cvv: "123",
} as const;

/** Card numbers with a special meaning in the sandbox. */
export const CARDS = {
  good: "4242424242424242",
  refused: "4000000000000002",
  noFunds: "4000000000009995",
  away: "4000000000000119",
} as const;

export const give = (
  app: TestApp,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<TestResponse> => app.send("POST /api/support/payment", { body: { ...GIFT, ...body }, headers });

export const verify = (app: TestApp, paymentId: unknown): Promise<TestResponse> =>
  app.send("POST /api/support/payment/verify", { body: { paymentId } });

/** Decides a payment on the page of the sandbox; `paymentUrl` comes from the response of the payment call. */
export const decide = (app: TestApp, paymentUrl: string, decision: string): Promise<TestResponse> =>
  app.send(`POST ${new URL(paymentUrl).pathname}/${decision}`, { body: {} });

type Events = readonly SignedEvent[];

/** Until disposed of, the sandbox sends its webhook events as `change` returns them: fewer, more or in another order. */
export function changeWebhookEvents({ deps }: TestApp, change: (events: Events) => Events): Disposable {
  const { page } = deps.ports.gateway as SandboxGateway; // the gateway of an app without settings
  const { decide } = page;
  return spyOn(page, "decide").mockImplementation(async (id, decision) => {
    const decided = await decide(id, decision);
    return decided && { ...decided, events: change(decided.events) };
  });
}
