import { eq } from "drizzle-orm";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import { DomainError } from "../../../shared/errors.ts";
import { dollarsOf } from "../../../shared/money.ts";
import { skipAuditCheck } from "../../audit/public.ts";
import { GatewayUnavailable } from "../gateways/gateway.ts";
import { payments } from "../table.ts";
import { applyGatewayPayment, type PaymentRow } from "./settle.ts";

/**
 * The status of a payment: from our row and, while it is pending, from the gateway; never from the browser
 * (docs/security.md PAY-09). Returns nothing personal. Throws 404.
 */
export async function verify(ctx: ActionContext<Visitor>, id: string) {
  const [found] = await ctx.deps.db.orm.select().from(payments).where(eq(payments.id, id));
  if (!found) throw new DomainError("notFound", "This payment does not exist");
  skipAuditCheck(ctx); // a change that follows from the gateway's response is recorded where it is made
  const row = (await refreshFromGateway(ctx, found)) ?? found;
  return {
    success: row.status === "succeeded",
    status: row.status,
    amount: dollarsOf(row.amountCents),
    tier: row.tier || null,
    reference: row.reference,
    paidAt: row.status === "succeeded" || row.status === "refunded" ? row.settledAt : null,
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
