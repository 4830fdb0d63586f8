import type { PaymentStatus } from "../schema.ts";

/** What a gateway can report about a payment. */
export type PaymentEventType = "succeeded" | "failed" | "refunded";

/**
 * The statuses that a payment passes through on this event, in order; none where the event changes nothing.
 * pending -> succeeded | failed, succeeded -> refunded, never back (docs/security.md PAY-08). A refund that arrives
 * before the success that it reverses proves that success, so it causes both transitions.
 */
export function transitionsFor(status: PaymentStatus, event: PaymentEventType): readonly PaymentStatus[] {
  if (status === "pending") return event === "refunded" ? ["succeeded", "refunded"] : [event];
  if (status === "succeeded" && event === "refunded") return ["refunded"];
  return [];
}

/** Whether an event that changes nothing conflicts with the status, and is not merely repeated or late. */
export const contradicts = (status: PaymentStatus, event: PaymentEventType): boolean =>
  (status === "failed") !== (event === "failed") && transitionsFor(status, event).length === 0;
