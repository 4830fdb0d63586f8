import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Encryption } from "../../../core/crypto/encryption.ts";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { hours } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { randomId } from "../../../shared/id.ts";
import { passesLuhn } from "../../../shared/money/card-numbers.ts";
import { cents } from "../../../shared/money/money.ts";
import { skipAuditCheck } from "../../audit/public.ts";
import { type Card, summarizeCard } from "../checkout/cards.ts";
import { receiveWebhook } from "../settlement/webhook.ts";
import { type Charge, sandboxPayments as charges } from "../table.ts";
import {
  type CheckoutRequest,
  type CheckoutResult,
  checkEqual,
  checkTime,
  GATEWAY_TIMEOUT,
  type Gateway,
  type GatewayPayment,
  GatewayUnavailable,
  invalidSignature,
  type WebhookEvent,
} from "./gateway.ts";
import type { decideInput } from "./sandbox-schema.ts";

const DECLINED_CARDS = new Set(["4000000000000002", "4000000000009995"]);
const UNAVAILABLE_CARD = "4000000000000119";
/** The lifetime of a Stripe Checkout session. */
const CHECKOUT_LIFETIME = hours(24);
export const SANDBOX_PATH = "/sandbox/pay";

export type Decision = "confirm" | "decline" | "refund";

/** What the sandbox's own payment page needs. */
interface SandboxPage {
  show(id: string): Promise<Charge | null>;
  /** Null if there is no such payment. A payment that was decided before stays unchanged and sends no events. */
  decide(id: string, decision: Decision): Promise<{ charge: Charge; events: readonly SignedEvent[] } | null>;
}

export interface SandboxGateway extends Gateway {
  readonly page: SandboxPage;
}

interface SandboxDeps {
  readonly db: Database;
  readonly encryption: Encryption;
  readonly now: () => Date;
  /** The origin of our own site, which serves the payment page. */
  readonly origin: string;
}

/**
 * A small payment provider inside the server, which takes no money. It keeps its own records, and responds and sends
 * signed webhook events as a provider elsewhere would.
 */
export function createSandbox({ db, encryption, now, origin }: SandboxDeps): SandboxGateway {
  const isExpired = ({ status, createdAt }: Charge) =>
    status === "open" && createdAt.getTime() < now().getTime() - CHECKOUT_LIFETIME;

  async function createCheckout(
    request: CheckoutRequest,
    _billing: unknown,
    card: Card | null,
  ): Promise<CheckoutResult> {
    if (card === null || !passesLuhn(card.number)) return { kind: "refused" };
    if (card.number === UNAVAILABLE_CARD) throw new GatewayUnavailable("The sandbox simulates an outage.");
    const charge = await db.transaction((tx) => findOrCreateCharge(tx, request, card, now()));
    return charge.status === "declined" ? { kind: "refused" } : { kind: "open", ...checkoutOf(charge) };
  }

  async function findPayment({ id }: CheckoutRequest): Promise<GatewayPayment | null> {
    const [charge] = await db.orm.select().from(charges).where(eq(charges.merchantId, id));
    if (!charge) return null;
    if (charge.status === "open" && !isExpired(charge))
      return { kind: "open", state: "open", ...checkoutOf(charge) };
    const { id: gatewayId, amountCents, currency } = charge;
    return { state: STATES[charge.status], gatewayId, amountCents, currency, card: cardOf(charge) };
  }

  const checkoutOf = (charge: Charge) => ({
    gatewayId: charge.id,
    paymentUrl: `${origin}${SANDBOX_PATH}/${charge.id}`,
    card: cardOf(charge),
  });

  async function show(id: string): Promise<Charge | null> {
    const [charge] = await db.orm.select().from(charges).where(eq(charges.id, id));
    if (!charge) return null;
    return isExpired(charge) ? { ...charge, status: "declined" } : charge;
  }

  async function decide(id: string, decision: Decision) {
    const decided = await db.transaction(async (tx) => {
      const [charge] = await tx.select().from(charges).where(eq(charges.id, id)).for("update");
      if (!charge) return null;
      const status = isExpired(charge) ? "declined" : NEXT_STATUS[decision][charge.status];
      if (status === charge.status) return { charge, changed: false };
      const values = { status, settledAt: now() };
      const [settled] = await tx.update(charges).set(values).where(eq(charges.id, id)).returning();
      return { charge: settled ?? charge, changed: true };
    });
    if (!decided) return null;
    const { charge, changed } = decided;
    return { charge, events: changed ? eventsFor(charge, encryption, now()) : [] };
  }

  return {
    name: "sandbox",
    collectsCard: true,
    timeout: GATEWAY_TIMEOUT,
    createCheckout,
    findPayment,
    parseWebhook: (payload, signature, at) => parseEvent(payload, signature, encryption, at),
    checkAccess: async () => ({ kind: "granted", at: null }),
    ownsUrl: (url) => url.origin === origin,
    page: { show, decide },
  };
}

const STATES = { open: "failed", declined: "failed", paid: "succeeded", refunded: "refunded" } as const;

const NEXT_STATUS = {
  confirm: { open: "paid", paid: "paid", declined: "declined", refunded: "refunded" },
  decline: { open: "declined", paid: "paid", declined: "declined", refunded: "refunded" },
  refund: { open: "open", paid: "refunded", declined: "declined", refunded: "refunded" },
} as const;

const cardOf = ({ cardBrand, cardLast4 }: Charge) =>
  cardBrand !== null && cardLast4 !== null ? { brand: cardBrand, last4: cardLast4 } : null;

/** The charge of this merchant id: decided by its card on the first request, only looked up on repeats. */
async function findOrCreateCharge(tx: Tx, request: CheckoutRequest, card: Card, now: Date): Promise<Charge> {
  const { brand, last4 } = summarizeCard(card);
  await tx
    .insert(charges)
    .values({
      id: randomId(),
      merchantId: request.id,
      amountCents: request.amountCents,
      currency: request.currency,
      description: request.tier,
      status: DECLINED_CARDS.has(card.number) ? "declined" : "open",
      cardBrand: brand,
      cardLast4: last4,
      createdAt: now,
    })
    .onConflictDoNothing();
  const [charge] = await tx.select().from(charges).where(eq(charges.merchantId, request.id));
  if (!charge) throw new Error("a charge of the sandbox has disappeared");
  return charge;
}

const missing = () => new DomainError("notFound", "There is no such payment");

/** Throws 404 if another gateway is configured. */
function pageOf({ ports: { gateway } }: Deps): SandboxPage {
  if (gateway.name !== "sandbox" || !("page" in gateway)) throw missing();
  return (gateway as SandboxGateway).page; // the only gateway of that name with a page
}

/** What the sandbox's payment page shows. Throws 404. */
export async function show({ deps }: ActionContext, id: string) {
  const charge = await pageOf(deps).show(id);
  if (!charge) throw missing();
  return toOutput(charge);
}

function toOutput({ merchantId, status, amountCents, currency, description, cardBrand, cardLast4 }: Charge) {
  const card = cardLast4 === null ? "" : `${cardBrand} ending in ${cardLast4}`;
  return { paymentId: merchantId, status, amountCents, currency, tier: description, card };
}

/** Decides a payment on the sandbox's page, which then sends webhook events as a real provider would. Throws 404. */
export async function decide(ctx: ActionContext, { id, decision }: z.output<typeof decideInput>) {
  const decided = await pageOf(ctx.deps).decide(id, decision);
  if (!decided) throw missing();
  skipAuditCheck(ctx); // the sandbox's records are not ours; the events record what they change
  await deliverEvents(ctx, decided.events);
  return { success: true as const, paymentId: decided.charge.merchantId, status: decided.charge.status };
}

/** A lost event does no harm: the success page and the reconciliation both look the payment up. */
async function deliverEvents(ctx: ActionContext, events: readonly SignedEvent[]): Promise<void> {
  const { log } = ctx.deps;
  for (const { payload, signature } of events) {
    await receiveWebhook(ctx, payload, signature).catch((error: unknown) =>
      log.warn(errorLogFields(error), "a webhook event of the sandbox was lost"),
    );
  }
}

/** An event as it is sent. */
export interface SignedEvent {
  readonly payload: string;
  readonly signature: string;
}

const sandboxEvent = z.object({
  id: z.string(),
  type: z.string(),
  merchantId: z.string(),
  chargeId: z.string(),
  amountCents: z.number().int().transform(cents),
  currency: z.string(),
});

const TYPES = new Map<string, WebhookEvent["type"]>([
  ["charge.paid", "succeeded"],
  ["charge.declined", "failed"],
  ["charge.refunded", "refunded"],
]);

/** The events of a charge that was just decided: one of a type that we ignore, and one with the decision. */
export const eventsFor = (charge: Charge, encryption: Encryption, now: Date): readonly SignedEvent[] =>
  ["charge.updated", `charge.${charge.status}`].map((type) => signed(type, charge, encryption, now));

function signed(type: string, charge: Charge, encryption: Encryption, now: Date): SignedEvent {
  const { id: chargeId, merchantId, amountCents, currency } = charge;
  const payload = JSON.stringify({ id: randomId(), type, merchantId, chargeId, amountCents, currency });
  return { payload, signature: signatureOf(payload, encryption, Math.floor(now.getTime() / 1_000)) };
}

/** `t` is in seconds. Exported for tests that sign as the provider. */
export const signatureOf = (payload: string, encryption: Encryption, t: number): string =>
  `t=${t},v1=${encryption.keyedHash("sandbox-notice", `${t}.${payload}`)}`;

/** Null for a type that we ignore. Throws 400 if the signature is invalid or too old. */
export async function parseEvent(
  payload: string,
  signature: string,
  encryption: Encryption,
  now: Date,
): Promise<WebhookEvent | null> {
  const t = checkTime(signature, now);
  checkEqual(signature, signatureOf(payload, encryption, t));
  const read = sandboxEvent.safeParse(jsonOf(payload));
  if (!read.success) throw invalidSignature();
  const { id, merchantId, chargeId, amountCents, currency } = read.data;
  const type = TYPES.get(read.data.type);
  return type ? { id, type, paymentId: merchantId, gatewayId: chargeId, amountCents, currency } : null;
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
