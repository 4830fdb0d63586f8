import { and, eq, ne } from "drizzle-orm";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import type { Tx } from "../../../db/client.ts";
import { randomId } from "../../../shared/id.ts";
import { CURRENCY } from "../../../shared/money/gifts.ts";
import { insertWithReference } from "../../../shared/references.ts";
import { record } from "../../audit/public.ts";
import { type CheckoutResult, type Gateway, GatewayUnavailable } from "../gateways/gateway.ts";
import { createPledge } from "../pledges.ts";
import { PAYMENT_KINDS, type PayInput, type PayOutput } from "../schema.ts";
import { auditFields, lockPayment, type PaymentRow, settle } from "../settlement/settle.ts";
import { payments } from "../table.ts";
import {
  acquireKey,
  findStoredResponse,
  type IdempotencyKey,
  inProgress,
  readIdempotencyKey,
  storeResponse,
} from "./idempotency.ts";
import { type PaymentDetails, type ValidatedPayment, validatePayment } from "./validate-payment.ts";

/** The same wording for every decline, so that testing stolen cards reveals nothing. */
const DECLINED = "The payment was declined. Please use another card or another way to give.";
const NOT_OPENED =
  "The payment page could not be opened. Please check your email address, or choose another way to give.";

/**
 * Starts a payment. Its row is committed before the gateway is called, and its id is the gateway's idempotency key, so
 * there is no charge without a row and never two (docs/security.md PAY-05). Returns the alternatives if the gateway is
 * unavailable. Throws 400, 409 and 429.
 */
export async function pay(ctx: ActionContext<Visitor>, input: PayInput): Promise<PayOutput> {
  const { deps, call } = ctx;
  const { collectsCard } = deps.ports.gateway;
  const payment = validatePayment(input, collectsCard, deps.settings.brand.contactEmail);
  const { details } = payment;
  const key = await readIdempotencyKey(ctx, payment);
  const stored = key && (await findStoredResponse(ctx, key));
  if (stored) return stored;
  if (deps.state.gatewayBreaker.isOpen()) return pledgeWithoutGateway(ctx, details, key);
  const attempt = deps.state.beginCardAttempt(call, payment);
  let result: CheckoutResult | null = null;
  try {
    const row = await insertPending(ctx, details, key);
    if (row === null) return await concurrentResponse(ctx, key);
    result = row.status === "failed" ? { kind: "refused" } : await requestCheckout(ctx, row, payment);
    return await finishCheckout(ctx, { row, result, key, details });
  } finally {
    attempt.end(result?.kind === "refused");
  }
}

/** The response of a concurrent request with the same key. Throws 409 while that one is in progress. */
async function concurrentResponse(ctx: ActionContext, key: IdempotencyKey | null): Promise<PayOutput> {
  const response = key && (await findStoredResponse(ctx, key));
  if (!response) throw inProgress();
  return response;
}

async function pledgeWithoutGateway(
  ctx: ActionContext,
  details: PaymentDetails,
  key: IdempotencyKey | null,
): Promise<PayOutput> {
  const response = await ctx.deps.db.transaction(async (tx) => {
    if (key && !(await acquireKey(tx, key, null, ctx.deps.now()))) return null;
    const pledged = await createPledge(tx, ctx, details);
    await storeResponse(tx, key, pledged);
    return pledged;
  });
  return response ?? concurrentResponse(ctx, key);
}

/** The row of this payment, pending until the gateway responds; null if a concurrent request holds the key. */
async function insertPending(
  ctx: ActionContext,
  details: PaymentDetails,
  key: IdempotencyKey | null,
): Promise<PaymentRow | null> {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const id = randomId();
    const acquired = key ? await acquireKey(tx, key, id, deps.now()) : { paymentId: id };
    if (acquired === null) return null;
    // an abandoned request with this key has left a payment: resume it, so that the gateway gets the same id
    const resumed = acquired.paymentId === id ? undefined : await lockPayment(tx, acquired.paymentId ?? "");
    const row = resumed ?? (await insertPayment(tx, id, details, deps.ports.gateway, deps.now()));
    await record(tx, ctx, { subject: row.id, after: auditFields(row) });
    return row;
  });
}

async function insertPayment(
  tx: Tx,
  id: string,
  details: PaymentDetails,
  { name }: Gateway,
  now: Date,
): Promise<PaymentRow> {
  const gateway = PAYMENT_KINDS.find((kind) => kind === name);
  if (!gateway) throw new Error(`there are no payments at ${name}`);
  const times = { createdAt: now, updatedAt: now };
  return insertWithReference(async (reference) => {
    const [row] = await tx
      .insert(payments)
      .values({ ...details, ...times, id, gateway, reference, currency: CURRENCY, status: "pending" })
      .onConflictDoNothing()
      .returning();
    return row;
  });
}

/** Null if the gateway is unavailable: the payment stays pending, because the gateway may have created it. */
async function requestCheckout(
  { deps }: ActionContext,
  row: PaymentRow,
  { billing, card }: ValidatedPayment,
): Promise<CheckoutResult | null> {
  const { gateway } = deps.ports;
  try {
    const result = await deps.state.gatewayBreaker.call(() => gateway.createCheckout(row, billing, card));
    if (result.kind === "refused") return result;
    const url = URL.parse(result.paymentUrl);
    if (url && gateway.ownsUrl(url)) return result;
    deps.log.warn({ payment: row.id, host: url?.host }, "the payment page is not on the gateway's own host");
    return null;
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    deps.log.warn({ payment: row.id, ...errorLogFields(error) }, "the payment gateway is unavailable");
    return null;
  }
}

interface CheckoutOutcome {
  readonly row: PaymentRow;
  /** Null if the gateway is unavailable. */
  readonly result: CheckoutResult | null;
  readonly key: IdempotencyKey | null;
  readonly details: PaymentDetails;
}

async function finishCheckout(ctx: ActionContext, outcome: CheckoutOutcome): Promise<PayOutput> {
  return ctx.deps.db.transaction(async (tx) => {
    const response = await saveOutcome(tx, ctx, outcome);
    await storeResponse(tx, outcome.key, response);
    return response;
  });
}

async function saveOutcome(
  tx: Tx,
  ctx: ActionContext,
  { row, result, details }: CheckoutOutcome,
): Promise<PayOutput> {
  if (result === null) return createPledge(tx, ctx, details);
  if (result.kind === "refused") {
    const { amountCents, currency, gatewayId } = row;
    const locked = await lockPayment(tx, row.id);
    if (locked?.status === "pending")
      await settle(tx, ctx, locked, { type: "failed", amountCents, currency, gatewayId });
    return declined(ctx);
  }
  const { gatewayId, paymentUrl, card } = result;
  const [open] = await tx
    .update(payments)
    .set({ gatewayId, paymentUrl, ...(card && { cardBrand: card.brand, cardLast4: card.last4 }) })
    .where(and(eq(payments.id, row.id), ne(payments.status, "failed"))) // a failed payment must not be paid
    .returning();
  return open ? { success: true, paymentUrl, paymentId: row.id } : declined(ctx);
}

const declined = ({ deps }: ActionContext): PayOutput => ({
  success: false,
  ionic_error: deps.ports.gateway.collectsCard ? DECLINED : NOT_OPENED,
});
