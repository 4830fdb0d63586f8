import type { z } from "zod";
import type { ActionContext, Deps } from "../../../core/rpc/context.ts";
import { errorLogFields } from "../../../core/rpc/error-mapping.ts";
import { DomainError } from "../../../shared/errors.ts";
import { accountedFor } from "../../audit/service.ts";
import { receive } from "../settlement/webhook.ts";
import type { Charge } from "../table.ts";
import type { SandboxDesk, SandboxGateway } from "./sandbox.ts";
import type { SignedNotice } from "./sandbox-events.ts";
import type { decideInput } from "./sandbox-schema.ts";

const missing = () => new DomainError("notFound", "There is no such payment");

/** Throws 404 where another gateway is set up. */
function deskOf({ ports: { gateway } }: Deps): SandboxDesk {
  if (gateway.name !== "sandbox" || !("desk" in gateway)) throw missing();
  return (gateway as SandboxGateway).desk; // the one gateway of that name that has a desk
}

/** What the sandbox's page shows. Throws 404. */
export async function show({ deps }: ActionContext, id: string) {
  const charge = await deskOf(deps).show(id);
  if (!charge) throw missing();
  return shown(charge);
}

function shown({ merchantId, status, amountCents, currency, description, cardBrand, cardLast4 }: Charge) {
  const card = cardLast4 === null ? "" : `${cardBrand} ending in ${cardLast4}`;
  return { paymentId: merchantId, status, amountCents, currency, tier: description, card };
}

/** Somebody decides at the sandbox's page; it tells us by notices, as a provider far away would. Throws 404. */
export async function decide(acting: ActionContext, { id, decision }: z.output<typeof decideInput>) {
  const desk = deskOf(acting.deps);
  const decided = await desk.decide(id, decision);
  if (!decided) throw missing();
  accountedFor(acting); // its records are not ours; what its notices change is recorded as well
  await tell(acting, decided.notices);
  return { success: true as const, paymentId: decided.charge.merchantId, status: decided.charge.status };
}

/** A notice that is lost on the way is no harm: the payment's page asks, and so does the reconciliation. */
async function tell(acting: ActionContext, notices: readonly SignedNotice[]): Promise<void> {
  const { log } = acting.deps;
  for (const { payload, signature } of notices) {
    await receive(acting, payload, signature).catch((error: unknown) =>
      log.warn(errorLogFields(error), "a notice of the sandbox was lost"),
    );
  }
}
