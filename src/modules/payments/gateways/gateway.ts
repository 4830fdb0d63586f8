import { seconds } from "../../../shared/duration.ts";
import type { Card, CardTrace } from "../checkout/cards.ts";
import type { NoticeType } from "../settlement/state-machine.ts";

/** What a gateway is asked to take. */
export interface Asked {
  /** Our own id: the gateway's idempotency key. */
  readonly id: string;
  readonly amountCents: number;
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

/** A gateway's answer to a new payment. That it is away is thrown. */
export type Begun =
  | {
      readonly kind: "open";
      readonly gatewayId: string;
      /** Where the visitor goes on. */
      readonly paymentUrl: string;
      readonly card: CardTrace | null;
    }
  | { readonly kind: "refused" };

/** How a payment stands at the gateway; null where it knows none. */
export type Standing =
  | (Extract<Begun, { kind: "open" }> & { readonly state: "open" })
  | {
      readonly state: NoticeType;
      readonly gatewayId: string;
      readonly amountCents: number;
      readonly currency: string;
      readonly card: CardTrace | null;
    };

/** One signed message of the gateway, read. */
export interface Notice {
  /** The gateway's own id of the message. */
  readonly id: string;
  readonly type: NoticeType;
  readonly paymentId: string;
  /** Null where the message names another of its things. */
  readonly gatewayId: string | null;
  readonly amountCents: number;
  readonly currency: string;
}

export interface Gateway {
  readonly name: "sandbox" | "stripe" | "off";
  /** False where the gateway's own page takes the card: then no card may come here (security PAY-03). */
  readonly collectsCard: boolean;
  /** Milliseconds that we wait for an answer. */
  readonly patience: number;
  /** Begins a payment; asked again with the same id it answers the same and charges nothing twice. */
  begin(asked: Asked, billing: Billing, card: Card | null): Promise<Begun>;
  /** What became of one; `gatewayId` is null where its answer was lost. */
  find(asked: Asked, gatewayId: string | null): Promise<Standing | null>;
  /** Reads a notice. Null where it is about nothing of ours. Throws `DomainError` 400 where it is not signed so. */
  read(payload: string, signature: string, now: Date): Promise<Notice | null>;
  /** Whether this may be a page of the gateway's: visitors are sent nowhere else (security OUT-08). */
  owns(url: URL): boolean;
}

declare module "../../../core/rpc/context.ts" {
  interface Ports {
    readonly gateway: Gateway;
  }
}

/** security PAY-10 */
export const GATEWAY_PATIENCE = seconds(10);

/** The gateway did not answer, or not so that anybody could understand it. What it did is not known. */
export class GatewayAway extends Error {
  override readonly name: string = "GatewayAway";
}

/** It did answer: what it was asked about belongs to another account of it. That says nothing of anybody else's. */
export class NotOfThisAccount extends GatewayAway {
  override readonly name = "NotOfThisAccount";
}
