import type { ActionContext, PartnerPrincipal } from "../../core/rpc/context.ts";
import { record } from "../audit/public.ts";
import { lockOwnAccount } from "../partners/public.ts";
import { setOwner } from "../places/public.ts";
import { lockOwnPlace } from "./proposals/service.ts";
import { closeOfPlace } from "./transfers/close.ts";
import { postAbout } from "./transfers/mails.ts";

/**
 * Frees a place of the caller: it stays listed without an owner, and what waits for its owner is closed. Throws 404 for
 * another partner's place as for an unknown one.
 */
export function release(ctx: ActionContext<PartnerPrincipal>, id: string): Promise<{ success: true }> {
  const { deps, principal } = ctx;
  return deps.db.transaction(async (tx) => {
    const { email } = await lockOwnAccount(tx, ctx);
    const place = await lockOwnPlace(tx, ctx, id);
    await setOwner(tx, deps, id, null);
    await closeOfPlace(tx, ctx, id, "released");
    await postAbout(tx, deps, email, "place-released", { poiName: place.name, answerBy: deps.now() });
    await record(tx, ctx, { subject: id, before: { ownerId: principal.id }, after: { ownerId: null } });
    return { success: true };
  });
}
