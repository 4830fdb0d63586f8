import type { PaymentStatus } from "../schema.ts";

/** What a gateway can say of a payment that matters to us. */
export type NoticeType = "succeeded" | "failed" | "refunded";

/**
 * The steps that a payment takes when the gateway says this, in order; none where it changes nothing.
 * pending -> succeeded | failed, succeeded -> refunded, never back (security PAY-08). A refund that arrives before
 * the success that it undoes proves that success, so it makes both steps.
 */
export function stepsOn(status: PaymentStatus, notice: NoticeType): readonly PaymentStatus[] {
  if (status === "pending") return notice === "refunded" ? ["succeeded", "refunded"] : [notice];
  if (status === "succeeded" && notice === "refunded") return ["refunded"];
  return [];
}

/** Whether a notice that changes nothing is more than a repeat or a late one: a person should look at it. */
export const contradicts = (status: PaymentStatus, notice: NoticeType): boolean =>
  (status === "failed") !== (notice === "failed") && stepsOn(status, notice).length === 0;
