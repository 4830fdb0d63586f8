import type { Deps } from "../../../../core/rpc/context.ts";
import { errorLogFields } from "../../../../core/rpc/error-mapping.ts";
import { clockFinding } from "../database.ts";
import { failed, failedBy, ok } from "../findings.ts";
import type { Finding } from "../schema.ts";

const CHECK = "payment gateway";

/** Reads from the gateway with our key, and compares its clock. */
export async function tryGateway({ ports, log, now }: Deps): Promise<readonly Finding[]> {
  const { gateway } = ports;
  if (gateway.name !== "stripe")
    return [ok(CHECK, `There is none to try (PAYMENT_GATEWAY is ${gateway.name}).`)];
  try {
    const access = await gateway.checkAccess();
    if (access.kind === "refused") return [failedBy(CHECK, access.problem)];
    const clock =
      access.at === null
        ? []
        : [clockFinding(now().getTime() - access.at.getTime(), "Stripe", "clock of Stripe")];
    return [ok(CHECK, "Stripe responds and accepts STRIPE_SECRET_KEY."), ...clock];
  } catch (error) {
    log.warn(errorLogFields(error), "the gateway could not be tried");
    return [
      failed(
        CHECK,
        "Stripe cannot be reached, or its answer cannot be read.",
        "Check that the network lets this machine reach api.stripe.com, and that STRIPE_API_URL is not set.",
      ),
    ];
  }
}
