import { eq } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import type { Tx } from "../../../db/client.ts";
import { nextUpdatedAt } from "../../../db/query/row-version.ts";
import { minutes, wholeSeconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import type { Cents } from "../../../shared/money/money.ts";
import { record } from "../../audit/public.ts";
import { countMails } from "../../mail/public.ts";
import type { CardSummary } from "../checkout/cards.ts";
import type { GatewayPayment } from "../gateways/gateway.ts";
import type { PaymentStatus } from "../schema.ts";
import { payments } from "../table.ts";
import { postReceipt } from "./receipts.ts";
import { contradicts, type PaymentEventType, transitionsFor } from "./state-machine.ts";

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
