import type { FormWords } from "../../../kit/dialog/form-dialog.tsx";

export const PAYMENT_STATUS_NAMES = {
  pending: "Pending",
  succeeded: "Received",
  failed: "Failed",
  refunded: "Refunded",
} as const;

export const GATEWAYS = { sandbox: "Sandbox", stripe: "Stripe" } as const;

export const PLEDGE_METHOD_NAMES = { venmo: "Venmo", zelle: "Zelle" } as const;

export const RECEIVE: FormWords = {
  title: "Mark as received",
  submit: "Mark as received",
  sending: "Marking...",
  missing: "Choose how it arrived",
  failed: "Failed to mark the pledge as received",
};
