import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { nextUpdatedAt } from "../../../db/query/row-version.ts";
import { minutes, wholeSeconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { type Cents, dollarsOf } from "../../../shared/money/money.ts";
import { record, skipAuditCheck } from "../../audit/public.ts";
import { countMails } from "../../mail/public.ts";
import type { CardSummary } from "../checkout/cards.ts";
import {
  contradicts,
  type GatewayPayment,
  GatewayUnavailable,
  type PaymentEventType,
  transitionsFor,
} from "../gateways/gateway.ts";
import type { PaymentStatus } from "../schema.ts";
import { payments } from "../table.ts";
import { postReceipt } from "./receipts.ts";

export type PaymentRow = typeof payments.$inferSelect;

/** What the gateway reports about a payment, by webhook or on request. */
export interface GatewayReport {
  readonly type: PaymentEventType;
  readonly amountCents: Cents;
  readonly currency: string;
  readonly gatewayId: string | null;
  readonly card?: CardSummary | null;
}

export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
  return row;
}

/**
 * Moves a locked payment to the status that the gateway reports, with an audit entry for each step and the receipt. A
 * different amount or currency makes it fail (docs/security.md PAY-11); a report that contradicts a settled payment is
 * only recorded.
 */
export async function settle(
  tx: Tx,
  ctx: ActionContext,
  row: PaymentRow,
  report: GatewayReport,
): Promise<PaymentRow> {
  const subject = row.id;
  if (row.status === "pending" && report.type !== "failed" && !isSameAmount(row, report)) {
    const { amountCents, currency } = report;
    const after = { status: "failed", reason: "another amount", amountCents, currency };
    await record(tx, ctx, { subject, before: auditFields(row), after });
    return saveStatus(tx, ctx, row, "failed", report);
  }
  if (contradicts(row.status, report.type))
    await record(tx, ctx, { subject, before: auditFields(row), after: { ignored: report.type } });
  let current = row;
  for (const step of transitionsFor(row.status, report.type)) {
    const before = current;
    current = await saveStatus(tx, ctx, current, step, report);
    await record(tx, ctx, { subject, before: auditFields(before), after: auditFields(current) });
  }
  if (current.status === "succeeded" && row.status === "pending")
    await postReceipt(tx, ctx.deps, current, "card");
  return current;
}

const isSameAmount = (row: PaymentRow, report: GatewayReport): boolean =>
  row.amountCents === report.amountCents && row.currency === report.currency;

async function saveStatus(
  tx: Tx,
  { deps }: ActionContext,
  row: PaymentRow,
  status: PaymentStatus,
  { gatewayId, card }: GatewayReport,
): Promise<PaymentRow> {
  const now = deps.now();
  const [stored] = await tx
    .update(payments)
    .set({
      status,
      updatedAt: nextUpdatedAt(now, row.updatedAt),
      settledAt: row.settledAt ?? now,
      gatewayId: row.gatewayId ?? gatewayId,
      ...(card && { cardBrand: card.brand, cardLast4: card.last4 }),
    })
    .where(eq(payments.id, row.id))
    .returning();
  if (!stored) throw new Error("a locked payment has disappeared");
  return stored;
}

/** Brings a payment up to date with the gateway's; null means that the gateway has none of this id. */
export async function applyGatewayPayment(
  ctx: ActionContext,
  id: string,
  found: GatewayPayment | null,
): Promise<PaymentRow | undefined> {
  return ctx.deps.db.transaction(async (tx) => {
    const row = await lockPayment(tx, id);
    if (!row) return undefined;
    if (found?.state === "open") return saveCheckout(tx, ctx, row, found);
    const { amountCents, currency, gatewayId } = row;
    const report: GatewayReport = found
      ? { ...found, type: found.state }
      : { type: "failed", amountCents, currency, gatewayId };
    return settle(tx, ctx, row, report);
  });
}

/** Still open at the gateway: saves its id and page if the response to the checkout request was lost. */
async function saveCheckout(
  tx: Tx,
  { deps }: ActionContext,
  row: PaymentRow,
  { gatewayId, paymentUrl, card }: Extract<GatewayPayment, { state: "open" }>,
): Promise<PaymentRow> {
  if (row.gatewayId !== null) return row;
  const cardFields = card && { cardBrand: card.brand, cardLast4: card.last4 };
  const updatedAt = nextUpdatedAt(deps.now(), row.updatedAt);
  const [saved] = await tx
    .update(payments)
    .set({ gatewayId, paymentUrl, updatedAt, ...cardFields })
    .where(eq(payments.id, row.id))
    .returning();
  return saved ?? row;
}

/** What the audit log keeps of a payment: no name and no e-mail address. */
export const auditFields = ({ status, amountCents, currency, gateway }: PaymentRow) => ({
  status,
  amountCents,
  currency,
  gateway,
});

/** A receipt that is sent again at once is a mistake. */
const AGAIN_AFTER = minutes(10);

/**
 * Sends the receipt of a received gift again. Throws 404, 409 for a gift that was not received, and 429 if the address was
 * sent a receipt less than ten minutes ago.
 */
export function sendReceipt(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const row = await lockPayment(tx, id);
    if (!row) throw new DomainError("notFound", "This payment does not exist");
    if (row.status !== "succeeded")
      throw new DomainError("conflict", "Only a gift that was received has a receipt");
    const since = new Date(deps.now().getTime() - AGAIN_AFTER);
    if ((await countMails(tx, row.customerEmail, "receipt", since)) > 0) throw sentRecently();
    await postReceipt(tx, deps, row, "card", row.settledAt ?? row.updatedAt);
    await record(tx, ctx, { subject: id });
    return { success: true as const };
  });
}

const sentRecently = () =>
  new DomainError("rateLimited", "A receipt was sent to this address less than ten minutes ago", {
    retryAfter: wholeSeconds(AGAIN_AFTER),
  });

const BATCH_SIZE = 100; // per run; the longest unchecked come first, so that the next run takes the rest

/**
 * Looks up payments at the gateway that are still pending after `olderThan` minutes, because its response or its
 * webhook was lost (docs/security.md PAY-05). Run by the schedule and the operator.
 */
export async function reconcile(ctx: ActionContext, olderThan: number) {
  const { deps } = ctx;
  skipAuditCheck(ctx); // each change is recorded where it is made
  const pending = await pendingSince(ctx, new Date(deps.now().getTime() - minutes(olderThan)));
  let settled = 0;
  let unanswered = 0;
  for (const row of pending) {
    const found = await findAtGateway(ctx, row);
    if (found === "unavailable") unanswered += 1;
    else {
      const after = await applyGatewayPayment(ctx, row.id, found);
      if (after && after.status !== "pending") settled += 1;
    }
    await deps.db.orm.update(payments).set({ checkedAt: deps.now() }).where(eq(payments.id, row.id));
  }
  return { asked: pending.length, settled, unanswered };
}

async function pendingSince({ deps }: ActionContext, end: Date): Promise<PaymentRow[]> {
  const { name } = deps.ports.gateway;
  if (name === "off") return [];
  return deps.db.orm
    .select()
    .from(payments)
    .where(and(eq(payments.status, "pending"), eq(payments.gateway, name), lte(payments.createdAt, end)))
    .orderBy(sql`${payments.checkedAt} asc nulls first`, asc(payments.createdAt))
    .limit(BATCH_SIZE);
}

async function findAtGateway(
  { deps }: ActionContext,
  row: PaymentRow,
): Promise<GatewayPayment | null | "unavailable"> {
  const { gateway } = deps.ports;
  try {
    return await deps.state.gatewayBreaker.call(() => gateway.findPayment(row, row.gatewayId));
  } catch (error) {
    if (error instanceof GatewayUnavailable) return "unavailable";
    throw error;
  }
}

/**
 * The status of a payment: from our row and, while it is pending, from the gateway; never from the browser
 * (docs/security.md PAY-09). Returns nothing personal but the giver's name, on the receipt of a received gift. Throws 404.
 */
export async function verify(ctx: ActionContext<Visitor>, id: string) {
  const [found] = await ctx.deps.db.orm.select().from(payments).where(eq(payments.id, id));
  if (!found) throw new DomainError("notFound", "This payment does not exist");
  skipAuditCheck(ctx); // a change that follows from the gateway's response is recorded where it is made
  const row = (await refreshFromGateway(ctx, found)) ?? found;
  const wasReceived = row.status === "succeeded" || row.status === "refunded";
  return {
    success: row.status === "succeeded",
    status: row.status,
    amount: dollarsOf(row.amountCents),
    tier: row.tier || null,
    reference: row.reference,
    name: (wasReceived && row.customerName) || null,
    paidAt: wasReceived ? row.settledAt : null,
  };
}

/** Undefined if the gateway is unavailable or need not be called: then our row is up to date. */
async function refreshFromGateway(ctx: ActionContext, row: PaymentRow): Promise<PaymentRow | undefined> {
  const { deps } = ctx;
  const { gateway } = deps.ports;
  if (row.status !== "pending" || row.gatewayId === null || row.gateway !== gateway.name) return undefined;
  try {
    const found = await deps.state.gatewayBreaker.call(() => gateway.findPayment(row, row.gatewayId));
    return found ? await applyGatewayPayment(ctx, row.id, found) : undefined;
  } catch (error) {
    if (error instanceof GatewayUnavailable) return undefined;
    throw error;
  }
}
