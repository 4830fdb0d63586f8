import { eq } from "drizzle-orm";
import type { ActionContext, Visitor } from "../../../core/rpc/context.ts";
import { DomainError } from "../../../shared/errors.ts";
import { dollarsOf } from "../../../shared/money.ts";
import { accountedFor } from "../../audit/service.ts";
import { GatewayAway } from "../gateways/gateway.ts";
import { payments } from "../table.ts";
import { type PaymentRow, takeOver } from "./settle.ts";

/**
 * What became of a gift: from our row and, while it waits, from the gateway; never from what the browser says
 * (security PAY-09). Shows nothing of the person. Throws 404.
 */
export async function verify(acting: ActionContext<Visitor>, id: string) {
  const [found] = await acting.deps.db.orm.select().from(payments).where(eq(payments.id, id));
  if (!found) throw new DomainError("notFound", "This payment does not exist");
  accountedFor(acting); // where the gateway has news, what follows from them is recorded as well
  const row = (await refreshed(acting, found)) ?? found;
  return {
    success: row.status === "succeeded",
    status: row.status,
    amount: dollarsOf(row.amountCents),
    tier: row.tier || null,
    reference: row.reference,
    paidAt: row.status === "succeeded" || row.status === "refunded" ? row.settledAt : null,
  };
}

/** Undefined where there is nothing to ask, or the gateway is away: then what we know stands. */
async function refreshed(acting: ActionContext, row: PaymentRow): Promise<PaymentRow | undefined> {
  const { deps } = acting;
  const { gateway } = deps.ports;
  if (row.status !== "pending" || row.gatewayId === null || row.gateway !== gateway.name) return undefined;
  try {
    const standing = await deps.state.gatewayBreaker.call(() => gateway.find(row, row.gatewayId));
    return standing ? await takeOver(acting, row.id, standing) : undefined;
  } catch (error) {
    if (error instanceof GatewayAway) return undefined;
    throw error;
  }
}
