import type Stripe from "stripe";
import type { PaymentEventType } from "../settlement/state-machine.ts";
import type { WebhookEvent } from "./gateway.ts";

/** Null for the many types that we ignore. */
export function toWebhookEvent(event: Stripe.Event): WebhookEvent | null {
  if (event.type === "charge.refunded") return refundEvent(event.id, event.data.object);
  const type = sessionEventType(event);
  return type === null ? null : sessionEvent(event.id, type, event.data.object as Stripe.Checkout.Session);
}

function sessionEventType(event: Stripe.Event): PaymentEventType | null {
  switch (event.type) {
    case "checkout.session.completed": // for delayed payment methods it arrives before the money
      return event.data.object.payment_status === "unpaid" ? null : "succeeded";
    case "checkout.session.async_payment_succeeded":
      return "succeeded";
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return "failed";
    default:
      return null;
  }
}

function sessionEvent(
  id: string,
  type: PaymentEventType,
  session: Stripe.Checkout.Session,
): WebhookEvent | null {
  const paymentId = session.metadata?.paymentId ?? session.client_reference_id;
  if (!paymentId) return null;
  const { id: gatewayId, amount_total: cents, currency } = session;
  return {
    id,
    type,
    paymentId,
    gatewayId,
    amountCents: cents ?? 0,
    currency: (currency ?? "").toUpperCase(),
  };
}

/** A partial refund leaves the payment succeeded. */
function refundEvent(id: string, charge: Stripe.Charge): WebhookEvent | null {
  const { metadata, amount: amountCents, currency, refunded } = charge;
  const paymentId = metadata?.paymentId;
  if (!paymentId || !refunded) return null;
  return { id, type: "refunded", paymentId, gatewayId: null, amountCents, currency: currency.toUpperCase() };
}
