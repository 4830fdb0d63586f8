import type Stripe from "stripe";
import type { NoticeType } from "../settlement/state-machine.ts";
import type { Notice } from "./gateway.ts";

/** What an event says to us; null for the many kinds that say nothing. */
export function noticeOf(event: Stripe.Event): Notice | null {
  if (event.type === "charge.refunded") return refundIn(event.id, event.data.object);
  const type = sessionType(event);
  return type === null ? null : sessionNotice(event.id, type, event.data.object as Stripe.Checkout.Session);
}

function sessionType(event: Stripe.Event): NoticeType | null {
  switch (event.type) {
    case "checkout.session.completed": // of a bank's slow ways, it comes before the money
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

function sessionNotice(id: string, type: NoticeType, session: Stripe.Checkout.Session): Notice | null {
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

/** A part given back leaves the gift what it was. */
function refundIn(id: string, charge: Stripe.Charge): Notice | null {
  const { metadata, amount: amountCents, currency, refunded } = charge;
  const paymentId = metadata?.paymentId;
  if (!paymentId || !refunded) return null;
  return { id, type: "refunded", paymentId, gatewayId: null, amountCents, currency: currency.toUpperCase() };
}
