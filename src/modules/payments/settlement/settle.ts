import { eq } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import type { Tx } from "../../../db/client.ts";
import { record } from "../../audit/service.ts";
import type { CardTrace } from "../checkout/cards.ts";
import type { Standing } from "../gateways/gateway.ts";
import type { PaymentStatus } from "../schema.ts";
import { payments } from "../table.ts";
import { postReceipt } from "./receipts.ts";
import { contradicts, type NoticeType, stepsOn } from "./state-machine.ts";

export type PaymentRow = typeof payments.$inferSelect;

/** What a gateway said of a payment, by notice or when asked. */
export interface Said {
  readonly type: NoticeType;
  readonly amountCents: number;
  readonly currency: string;
  readonly gatewayId: string | null;
  readonly card?: CardTrace | null;
}

export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
  return row;
}

/**
 * Brings a locked payment to where the gateway says it is, with an act a step and the receipt. A sum or currency
 * that is not ours makes it fail (security PAY-11); what contradicts a settled payment is only put on record.
 */
export async function settle(
  tx: Tx,
  acting: ActionContext,
  row: PaymentRow,
  said: Said,
): Promise<PaymentRow> {
  const subject = row.id;
  if (row.status === "pending" && said.type !== "failed" && !isSame(row, said)) {
    const { amountCents, currency } = said;
    const after = { status: "failed", reason: "another amount", amountCents, currency };
    await record(tx, acting, { subject, before: traceOf(row), after });
    return store(tx, acting, row, "failed", said);
  }
  if (contradicts(row.status, said.type))
    await record(tx, acting, { subject, before: traceOf(row), after: { ignored: said.type } });
  let current = row;
  for (const step of stepsOn(row.status, said.type)) {
    const before = current;
    current = await store(tx, acting, current, step, said);
    await record(tx, acting, { subject, before: traceOf(before), after: traceOf(current) });
  }
  if (current.status === "succeeded" && row.status === "pending")
    await postReceipt(tx, acting.deps, current, "card");
  return current;
}

const isSame = (row: PaymentRow, said: Said): boolean =>
  row.amountCents === said.amountCents && row.currency === said.currency;

async function store(
  tx: Tx,
  { deps }: ActionContext,
  row: PaymentRow,
  status: PaymentStatus,
  { gatewayId, card }: Said,
): Promise<PaymentRow> {
  const now = deps.now();
  const [stored] = await tx
    .update(payments)
    .set({
      status,
      updatedAt: now,
      settledAt: row.settledAt ?? now,
      gatewayId: row.gatewayId ?? gatewayId,
      ...(card && { cardBrand: card.brand, cardLast4: card.last4 }),
    })
    .where(eq(payments.id, row.id))
    .returning();
  if (!stored) throw new Error("a locked payment is gone");
  return stored;
}

/** Takes over how a payment stands at the gateway; null says that the gateway never heard of it. */
export async function takeOver(
  acting: ActionContext,
  id: string,
  standing: Standing | null,
): Promise<PaymentRow | undefined> {
  return acting.deps.db.transaction(async (tx) => {
    const row = await lockPayment(tx, id);
    if (!row) return undefined;
    if (standing?.state === "open") return noteOpen(tx, acting, row, standing);
    const { amountCents, currency, gatewayId } = row;
    const said: Said = standing
      ? { ...standing, type: standing.state }
      : { type: "failed", amountCents, currency, gatewayId };
    return settle(tx, acting, row, said);
  });
}

/** It waits at the gateway; where the gateway's answer was lost, it is written down now. */
async function noteOpen(
  tx: Tx,
  { deps }: ActionContext,
  row: PaymentRow,
  { gatewayId, paymentUrl, card }: Extract<Standing, { state: "open" }>,
): Promise<PaymentRow> {
  if (row.gatewayId !== null) return row;
  const trace = card && { cardBrand: card.brand, cardLast4: card.last4 };
  const [noted] = await tx
    .update(payments)
    .set({ gatewayId, paymentUrl, updatedAt: deps.now(), ...trace })
    .where(eq(payments.id, row.id))
    .returning();
  return noted ?? row;
}

/** What the audit log keeps of a payment: no name and no address. */
export const traceOf = ({ status, amountCents, currency, gateway }: PaymentRow) => ({
  status,
  amountCents,
  currency,
  gateway,
});
