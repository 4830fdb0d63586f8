import { eq } from "drizzle-orm";
import type { Encryption } from "../../../core/crypto/encryption.ts";
import type { Database, Tx } from "../../../db/client.ts";
import { passesLuhn } from "../../../shared/card-numbers.ts";
import { hours } from "../../../shared/duration.ts";
import { randomId } from "../../../shared/id.ts";
import { type Card, traceOf } from "../checkout/cards.ts";
import { type Charge, sandboxPayments as charges } from "../table.ts";
import {
  type Asked,
  type Begun,
  GATEWAY_PATIENCE,
  type Gateway,
  GatewayAway,
  type Standing,
} from "./gateway.ts";
import { noticesOf, readNotice, type SignedNotice } from "./sandbox-events.ts";

// contract 3
const REFUSED = new Set(["4000000000000002", "4000000000009995"]);
const AWAY = "4000000000000119";
/** As long as Stripe's pages stay open. */
const PAGE_OPEN_FOR = hours(24);
export const SANDBOX_PATH = "/sandbox/pay";

export type Decision = "confirm" | "decline" | "refund";

/** The side of the sandbox that its own page is made of. */
export interface SandboxDesk {
  show(id: string): Promise<Charge | null>;
  /** Null where there is no such payment. What cannot be decided any more stays as it is and says nothing. */
  decide(
    id: string,
    decision: Decision,
  ): Promise<{ charge: Charge; notices: readonly SignedNotice[] } | null>;
}

export interface SandboxGateway extends Gateway {
  readonly desk: SandboxDesk;
}

interface SandboxDeps {
  readonly db: Database;
  readonly encryption: Encryption;
  readonly now: () => Date;
  /** Of our own site, where its page stands. */
  readonly origin: string;
}

/**
 * A small payment provider inside the server, which takes no money. Its records are its own: it answers, and tells
 * us by signed notices, as though it stood somewhere else.
 */
export function createSandbox({ db, encryption, now, origin }: SandboxDeps): SandboxGateway {
  const isOver = ({ status, createdAt }: Charge) =>
    status === "open" && createdAt.getTime() < now().getTime() - PAGE_OPEN_FOR;

  async function begin(asked: Asked, _billing: unknown, card: Card | null): Promise<Begun> {
    if (card === null || !passesLuhn(card.number)) return { kind: "refused" };
    if (card.number === AWAY) throw new GatewayAway("The sandbox plays dead.");
    const charge = await db.transaction((tx) => charged(tx, asked, card, now()));
    return charge.status === "declined" ? { kind: "refused" } : { kind: "open", ...pageOf(charge) };
  }

  async function find({ id }: Asked): Promise<Standing | null> {
    const [charge] = await db.orm.select().from(charges).where(eq(charges.merchantId, id));
    if (!charge) return null;
    if (charge.status === "open" && !isOver(charge))
      return { kind: "open", state: "open", ...pageOf(charge) };
    const { id: gatewayId, amountCents, currency } = charge;
    return { state: STATES[charge.status], gatewayId, amountCents, currency, card: traceIn(charge) };
  }

  const pageOf = (charge: Charge) => ({
    gatewayId: charge.id,
    paymentUrl: `${origin}${SANDBOX_PATH}/${charge.id}`,
    card: traceIn(charge),
  });

  async function show(id: string): Promise<Charge | null> {
    const [charge] = await db.orm.select().from(charges).where(eq(charges.id, id));
    if (!charge) return null;
    return isOver(charge) ? { ...charge, status: "declined" } : charge;
  }

  async function decide(id: string, decision: Decision) {
    const decided = await db.transaction(async (tx) => {
      const [charge] = await tx.select().from(charges).where(eq(charges.id, id)).for("update");
      if (!charge) return null;
      const status = isOver(charge) ? "declined" : AFTER[decision][charge.status];
      if (status === charge.status) return { charge, changed: false };
      const values = { status, settledAt: now() };
      const [settled] = await tx.update(charges).set(values).where(eq(charges.id, id)).returning();
      return { charge: settled ?? charge, changed: true };
    });
    if (!decided) return null;
    const { charge, changed } = decided;
    return { charge, notices: changed ? noticesOf(charge, encryption, now()) : [] };
  }

  return {
    name: "sandbox",
    collectsCard: true,
    patience: GATEWAY_PATIENCE,
    begin,
    find,
    read: (payload, signature, at) => readNotice(payload, signature, encryption, at),
    owns: (url) => url.origin === origin,
    desk: { show, decide },
  };
}

const STATES = { open: "failed", declined: "failed", paid: "succeeded", refunded: "refunded" } as const;

const AFTER = {
  confirm: { open: "paid", paid: "paid", declined: "declined", refunded: "refunded" },
  decline: { open: "declined", paid: "paid", declined: "declined", refunded: "refunded" },
  refund: { open: "open", paid: "refunded", declined: "declined", refunded: "refunded" },
} as const;

const traceIn = ({ cardBrand, cardLast4 }: Charge) =>
  cardBrand !== null && cardLast4 !== null ? { brand: cardBrand, last4: cardLast4 } : null;

/** The charge of this merchant's id: the first time it comes it is judged, later it is only looked up. */
async function charged(tx: Tx, asked: Asked, card: Card, now: Date): Promise<Charge> {
  const { brand, last4 } = traceOf(card);
  await tx
    .insert(charges)
    .values({
      id: randomId(),
      merchantId: asked.id,
      amountCents: asked.amountCents,
      currency: asked.currency,
      description: asked.tier,
      status: REFUSED.has(card.number) ? "declined" : "open",
      cardBrand: brand,
      cardLast4: last4,
      createdAt: now,
    })
    .onConflictDoNothing();
  const [charge] = await tx.select().from(charges).where(eq(charges.merchantId, asked.id));
  if (!charge) throw new Error("a charge of the sandbox is gone");
  return charge;
}
