import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { ActionContext } from "../../../core/rpc/context.ts";
import { minutes } from "../../../shared/duration.ts";
import { accountedFor } from "../../audit/service.ts";
import { GatewayAway, type Standing } from "../gateways/gateway.ts";
import { payments } from "../table.ts";
import { type PaymentRow, takeOver } from "./settle.ts";

const AT_ONCE = 100; // a run; the longest unasked come first, so that the next run takes the others

/**
 * Asks the gateway what became of payments that still wait after `olderThan` minutes: its answer was lost, or its
 * notice never came (security PAY-05).
 */
export async function reconcile(acting: ActionContext, olderThan: number) {
  const { deps } = acting;
  accountedFor(acting); // what the gateway's answers change is recorded as well
  const waiting = await waitingSince(acting, new Date(deps.now().getTime() - minutes(olderThan)));
  let settled = 0;
  let unanswered = 0;
  for (const row of waiting) {
    const standing = await ask(acting, row);
    if (standing === "away") unanswered += 1;
    else {
      const after = await takeOver(acting, row.id, standing);
      if (after && after.status !== "pending") settled += 1;
    }
    await deps.db.orm.update(payments).set({ checkedAt: deps.now() }).where(eq(payments.id, row.id));
  }
  return { asked: waiting.length, settled, unanswered };
}

async function waitingSince({ deps }: ActionContext, end: Date): Promise<PaymentRow[]> {
  const { name } = deps.ports.gateway;
  if (name === "off") return [];
  return deps.db.orm
    .select()
    .from(payments)
    .where(and(eq(payments.status, "pending"), eq(payments.gateway, name), lte(payments.createdAt, end)))
    .orderBy(sql`${payments.checkedAt} asc nulls first`, asc(payments.createdAt))
    .limit(AT_ONCE);
}

async function ask({ deps }: ActionContext, row: PaymentRow): Promise<Standing | null | "away"> {
  const { gateway } = deps.ports;
  try {
    return await deps.state.gatewayBreaker.call(() => gateway.find(row, row.gatewayId));
  } catch (error) {
    if (error instanceof GatewayAway) return "away";
    throw error;
  }
}
