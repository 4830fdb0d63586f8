import type { ActionContext } from "../../../core/rpc/context.ts";
import { expireTiers } from "../expire.ts";
import { remindIssuers } from "./remind-issuers.ts";
import { remindOwners } from "./remind-owners.ts";

/** The hourly job: stores the tiers that have ended and writes the mails that are due. Returns how many of each. */
export async function expireAndRemind(ctx: ActionContext) {
  const { deps } = ctx;
  const { places, mails } = await expireTiers(ctx);
  const ownerMails = mails + (await remindOwners(deps));
  return { success: true as const, places, ownerMails, issuerMails: await remindIssuers(deps) };
}
