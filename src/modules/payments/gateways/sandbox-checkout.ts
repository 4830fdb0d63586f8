import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import { DomainError } from "../../../shared/errors.ts";
import { skipAuditCheck } from "../../audit/public.ts";
import { receiveWebhook } from "../settlement/webhook.ts";
import type { Charge } from "../table.ts";
import type { SandboxGateway, SandboxPage } from "./sandbox.ts";
import type { SignedEvent } from "./sandbox-events.ts";
import type { decideInput } from "./sandbox-schema.ts";

const missing = () => new DomainError("notFound", "There is no such payment");

/** Throws 404 if another gateway is configured. */
function pageOf({ ports: { gateway } }: Deps): SandboxPage {
  if (gateway.name !== "sandbox" || !("page" in gateway)) throw missing();
  return (gateway as SandboxGateway).page; // the only gateway of that name with a page
}

/** What the sandbox's payment page shows. Throws 404. */
export async function show({ deps }: ActionContext, id: string) {
  const charge = await pageOf(deps).show(id);
  if (!charge) throw missing();
  return toOutput(charge);
}

function toOutput({ merchantId, status, amountCents, currency, description, cardBrand, cardLast4 }: Charge) {
  const card = cardLast4 === null ? "" : `${cardBrand} ending in ${cardLast4}`;
  return { paymentId: merchantId, status, amountCents, currency, tier: description, card };
}

/** Decides a payment on the sandbox's page, which then sends webhook events as a real provider would. Throws 404. */
export async function decide(ctx: ActionContext, { id, decision }: z.output<typeof decideInput>) {
  const decided = await pageOf(ctx.deps).decide(id, decision);
  if (!decided) throw missing();
  skipAuditCheck(ctx); // the sandbox's records are not ours; the events record what they change
  await deliverEvents(ctx, decided.events);
  return { success: true as const, paymentId: decided.charge.merchantId, status: decided.charge.status };
}

/** A lost event does no harm: the success page and the reconciliation both look the payment up. */
async function deliverEvents(ctx: ActionContext, events: readonly SignedEvent[]): Promise<void> {
  const { log } = ctx.deps;
  for (const { payload, signature } of events) {
    await receiveWebhook(ctx, payload, signature).catch((error: unknown) =>
      log.warn(errorLogFields(error), "a webhook event of the sandbox was lost"),
    );
  }
}
