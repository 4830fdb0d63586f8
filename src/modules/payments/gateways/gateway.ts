import { timingSafeEqual } from "node:crypto";
import { seconds } from "../../../shared/duration.ts";
import { DomainError, type Problem } from "../../../shared/errors.ts";
import type { Cents } from "../../../shared/money/money.ts";
import type { Card, CardSummary } from "../checkout/cards.ts";
import type { PaymentStatus } from "../schema.ts";

/** A charge to request from the gateway. */
export interface CheckoutRequest {
  /** Our payment id, which is also the gateway's idempotency key. */
  readonly id: string;
  readonly amountCents: Cents;
  readonly currency: string;
  readonly tier: string;
  readonly customerEmail: string;
}

export interface Billing {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}

/** The gateway's response to a checkout request. */
export type CheckoutResult =
  | {
      readonly kind: "open";
      readonly gatewayId: string;
      /** The page where the visitor completes the payment. */
      readonly paymentUrl: string;
      readonly card: CardSummary | null;
    }
  | { readonly kind: "refused" };

/** A payment as the gateway has it. */
export type GatewayPayment =
  | (Extract<CheckoutResult, { kind: "open" }> & { readonly state: "open" })
  | {
      readonly state: PaymentEventType;
      readonly gatewayId: string;
      readonly amountCents: Cents;
      readonly currency: string;
      readonly card: CardSummary | null;
    };

/** A webhook event, parsed and verified. */
export interface WebhookEvent {
  /** The gateway's own id of the event. */
  readonly id: string;
  readonly type: PaymentEventType;
  readonly paymentId: string;
  /** Null if the event names another object of the gateway. */
  readonly gatewayId: string | null;
  readonly amountCents: Cents;
  readonly currency: string;
}

/** Whether the gateway lets us in, and its clock, if it has told it. */
export type GatewayAccess =
  | { readonly kind: "granted"; readonly at: Date | null }
  | { readonly kind: "refused"; readonly problem: Problem };

export interface Gateway {
  readonly name: "sandbox" | "stripe" | "off";
  /**
   * False if the card is entered on the gateway's own page: no card may pass through here then (docs/security.md
   * PAY-03).
   */
  readonly collectsCard: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  /** Idempotent by the request's id: a repeat returns the same result and never charges twice. */
  createCheckout(request: CheckoutRequest, billing: Billing, card: Card | null): Promise<CheckoutResult>;
  /** Null if the gateway has no such payment. `gatewayId` is null if the response to the checkout was lost. */
  findPayment(request: CheckoutRequest, gatewayId: string | null): Promise<GatewayPayment | null>;
  /** Null for an event that concerns no payment of ours. Throws `DomainError` 400 on an invalid signature. */
  parseWebhook(payload: string, signature: string, now: Date): Promise<WebhookEvent | null>;
  /** Tries the account with a call that reads. Throws `GatewayUnavailable` like the other calls. */
  checkAccess(): Promise<GatewayAccess>;
  /** Whether a URL is a page of the gateway; visitors are redirected nowhere else (docs/security.md OUT-08). */
  ownsUrl(url: URL): boolean;
}

declare module "../../../core/rpc/context.ts" {
  interface Ports {
    readonly gateway: Gateway;
  }
}

/** docs/security.md PAY-10 */
export const GATEWAY_TIMEOUT = seconds(10);

/** The gateway did not respond, or not in a known format. Whether it processed the request is unknown. */
export class GatewayUnavailable extends Error {
  override readonly name: string = "GatewayUnavailable";
}

/** The gateway did respond: this payment belongs to another of its accounts, so others may still succeed. */
export class NotInThisAccount extends GatewayUnavailable {
  override readonly name = "NotInThisAccount";
}

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

/** How far an event's own time may differ from ours, either way (docs/security.md PAY-07). */
export const MAX_CLOCK_SKEW = seconds(300);

export const invalidSignature = () => new DomainError("invalid", "The signature is not valid");

/** The time in `t=1700000000,v1=…`; in seconds; throws 400 if it is missing or too far from `now`. */
export function checkTime(signature: string, now: Date): number {
  const [, text] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature) ?? [];
  const sentAt = seconds(Number(text ?? Number.NaN));
  if (!(Math.abs(now.getTime() - sentAt) <= MAX_CLOCK_SKEW)) throw invalidSignature();
  return sentAt / 1_000;
}

/** Compares in constant time. Throws 400 if `sent` is not `expected`. */
export function checkEqual(sent: string, expected: string): void {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  if (one.length !== other.length || !timingSafeEqual(one, other)) throw invalidSignature();
}
