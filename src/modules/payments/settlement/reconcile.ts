import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import { minutes } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { dollarsOf } from "../../../shared/money/money.ts";
import { skipAuditCheck } from "../../audit/public.ts";
import { type GatewayPayment, GatewayUnavailable } from "../gateways/gateway.ts";
import { payments } from "../table.ts";
import { applyGatewayPayment, type PaymentRow } from "./settle.ts";

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
