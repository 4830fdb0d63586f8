import { and, eq, ne } from "drizzle-orm";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { Tx } from "../../../db/client.ts";
import { randomId } from "../../../shared/id.ts";
import { CURRENCY } from "../../../shared/tiers.ts";
import { record } from "../../audit/service.ts";
import { type Begun, type Gateway, GatewayAway } from "../gateways/gateway.ts";
import { pledgeInstead } from "../pledges.ts";
import { newReference } from "../references.ts";
import { PAYMENT_KINDS, type PayInput, type PayOutput } from "../schema.ts";
import { lockPayment, type PaymentRow, settle, traceOf } from "../settlement/settle.ts";
import { payments } from "../table.ts";
import { type Claim, claimOf, earlierAnswer, inFlight, keepAnswer, takeKey } from "./idempotency.ts";
import { type Checked, checked, type Gift } from "./validate-payment.ts";

/** One wording for every refusal: whoever tries out cards learns nothing (product 6b). */
const REFUSED = "The payment was declined. Please use another card or another way to give.";
const NOT_OPENED =
  "The payment page could not be opened. Please check your email address, or choose another way to give.";

const TRIES = 10;

/**
 * Begins a gift. The row is committed before the gateway is asked, and its id is the gateway's idempotency key, so
 * there is no charge without a row and none twice (security PAY-05). Throws 400, 409 and 429.
 */
export async function pay(acting: ActionContext<Visitor>, input: PayInput): Promise<PayOutput> {
  const { deps } = acting;
  const { gateway } = deps.ports;
  const form = checked(input, gateway.collectsCard, deps.settings.brand.contactEmail);
  const claim = claimOf(acting, form);
  const earlier = claim && (await earlierAnswer(acting, claim));
  if (earlier) return earlier;
  if (deps.state.gatewayBreaker.isOpen()) return withoutGateway(acting, form.gift, claim);
  const attempt = deps.state.beginCardAttempt(acting.call, form);
  let begun: Begun | null = null;
  try {
    const row = await openPayment(acting, form.gift, claim);
    if (row === null) return await quicker(acting, claim);
    begun = row.status === "failed" ? { kind: "refused" } : await ask(acting, row, form);
    return await close(acting, { row, begun, claim, gift: form.gift });
  } finally {
    attempt.end(begun?.kind === "refused");
  }
}

/** Another try with the same key was quicker by a moment: its answer, or 409 while it is under way. */
async function quicker(acting: ActionContext, claim: Claim | null): Promise<PayOutput> {
  const answer = claim && (await earlierAnswer(acting, claim));
  if (!answer) throw inFlight();
  return answer;
}

function withoutGateway(acting: ActionContext, gift: Gift, claim: Claim | null): Promise<PayOutput> {
  return acting.deps.db
    .transaction(async (tx) => {
      if (claim && !(await takeKey(tx, claim, null, acting.deps.now()))) return null;
      const answer = await pledgeInstead(tx, acting, gift);
      await keepAnswer(tx, claim, answer);
      return answer;
    })
    .then((answer) => answer ?? quicker(acting, claim));
}

/** The row that stands before anybody is asked; null where another try holds the key. */
async function openPayment(
  acting: ActionContext,
  gift: Gift,
  claim: Claim | null,
): Promise<PaymentRow | null> {
  const { deps } = acting;
  return deps.db.transaction(async (tx) => {
    const id = randomId();
    const taken = claim ? await takeKey(tx, claim, id, deps.now()) : { paymentId: id };
    if (taken === null) return null;
    // a key whose try died before: its payment goes on, so that the gateway is asked with the same id
    const begun = taken.paymentId === id ? undefined : await lockPayment(tx, taken.paymentId ?? "");
    const row = begun ?? (await insert(tx, id, gift, deps.ports.gateway, deps.now()));
    await record(tx, acting, { subject: row.id, after: traceOf(row) });
    return row;
  });
}

async function insert(tx: Tx, id: string, gift: Gift, { name }: Gateway, now: Date): Promise<PaymentRow> {
  const gateway = PAYMENT_KINDS.find((kind) => kind === name);
  if (!gateway) throw new Error(`there are no payments at ${name}`);
  for (let tried = 0; tried < TRIES; tried++) {
    const [row] = await tx
      .insert(payments)
      .values({
        ...gift,
        id,
        gateway,
        reference: newReference(),
        currency: CURRENCY,
        status: "pending",
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (row) return row;
  }
  throw new Error("no reference is free");
}

/** Null where the gateway is away: the row stays pending, because nobody knows what the gateway did. */
async function ask(
  { deps }: ActionContext,
  row: PaymentRow,
  { billing, card }: Checked,
): Promise<Begun | null> {
  const { gateway } = deps.ports;
  try {
    const begun = await deps.state.gatewayBreaker.call(() => gateway.begin(row, billing, card));
    if (begun.kind === "refused") return begun;
    const url = URL.parse(begun.paymentUrl);
    if (url && gateway.owns(url)) return begun;
    deps.log.warn(
      { payment: row.id, host: url?.host },
      "the gateway's page is at an address that is not its own",
    );
    return null;
  } catch (error) {
    if (!(error instanceof GatewayAway)) throw error;
    deps.log.warn({ payment: row.id, ...errorLogFields(error) }, "the payment gateway is away");
    return null;
  }
}

interface Closing {
  readonly row: PaymentRow;
  readonly begun: Begun | null;
  readonly claim: Claim | null;
  readonly gift: Gift;
}

async function close(acting: ActionContext, { row, begun, claim, gift }: Closing): Promise<PayOutput> {
  return acting.deps.db.transaction(async (tx) => {
    const answer = await answerOf(tx, acting, { row, begun, claim, gift });
    await keepAnswer(tx, claim, answer);
    return answer;
  });
}

async function answerOf(tx: Tx, acting: ActionContext, { row, begun, gift }: Closing): Promise<PayOutput> {
  if (begun === null) return pledgeInstead(tx, acting, gift);
  if (begun.kind === "refused") {
    const { amountCents, currency, gatewayId } = row;
    const locked = await lockPayment(tx, row.id);
    if (locked?.status === "pending")
      await settle(tx, acting, locked, { type: "failed", amountCents, currency, gatewayId });
    return refused(acting);
  }
  const { gatewayId, paymentUrl, card } = begun;
  const [open] = await tx
    .update(payments)
    .set({ gatewayId, paymentUrl, ...(card && { cardBrand: card.brand, cardLast4: card.last4 }) })
    .where(and(eq(payments.id, row.id), ne(payments.status, "failed"))) // nobody pays what is settled so
    .returning();
  return open ? { success: true, paymentUrl, paymentId: row.id } : refused(acting);
}

const refused = ({ deps }: ActionContext): PayOutput => ({
  success: false,
  ionic_error: deps.ports.gateway.collectsCard ? REFUSED : NOT_OPENED,
});
