import type { z } from "zod";
import type { ActionContext, PartnerPrincipal } from "../../../core/rpc/context.ts";
import { dataOfValidLink } from "../../mail/public.ts";
import { ownProfile } from "../queries.ts";
import type { emailStatus } from "../schema.ts";

/** Whether the caller's address is confirmed, must be and can be, and which new address waits for that. */
export async function status(ctx: ActionContext<PartnerPrincipal>): Promise<z.input<typeof emailStatus>> {
  const { deps, principal } = ctx;
  const { emailConfirmed } = await ownProfile(ctx);
  const change = await dataOfValidLink(deps, principal.id, "partner-change-email");
  return {
    confirmed: emailConfirmed,
    required: deps.settings.requireConfirmedEmail,
    mailed: deps.ports.mailer !== null,
    pending: change?.email ?? null,
  };
}
