import type { FormWords } from "../../../kit/dialog/dialog-form.tsx";

export const PAYMENT_STATUS_NAMES = {
  pending: "Pending",
  succeeded: "Received",
  failed: "Failed",
  refunded: "Refunded",
} as const;

export const GATEWAYS = { sandbox: "Sandbox", stripe: "Stripe" } as const;

export const PLEDGE_METHOD_NAMES = { venmo: "Venmo", zelle: "Zelle" } as const;

export const TOTALS = {
  label: "Totals",
  failed: "The totals could not be loaded",
  received: "Received by card",
  refunded: "Refunded",
  waiting: "Pledges waiting",
  pledged: "Pledges received",
  gifts: (count: string) => `${count} ${count === "1" ? "gift" : "gifts"}`,
  pledges: (count: string) => `${count} ${count === "1" ? "pledge" : "pledges"}`,
  open: (pending: string, failed: string) => `${pending} pending, ${failed} failed`,
  sandbox: (amount: string, count: string) =>
    `The sandbox took ${amount} in ${count} ${count === "1" ? "payment" : "payments"}: this is not real money and is not counted above.`,
} as const;

export const RECEIVE: FormWords = {
  title: "Mark as received",
  submit: "Mark as received",
  sending: "Marking...",
  missing: "Choose how it arrived",
  failed: "Failed to mark the pledge as received",
};

export const GIFT = {
  giver: "Giver",
  email: "Email",
  amount: "Amount",
  tier: "Tier",
  status: "Status",
  gateway: "Gateway",
  card: "Card",
  ending: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  begun: "Begun",
  events: "Reported by the gateway",
  noEvents: "The gateway has reported nothing yet.",
  again: "Send receipt again",
  sent: "Receipt sent again",
  failed: "Failed to send the receipt",
} as const;
