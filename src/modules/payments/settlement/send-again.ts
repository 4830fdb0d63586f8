import type { ActionContext } from "../../../core/rpc/context.ts";
import type { StaffActor } from "../../../core/rpc/procedures.ts";
import { minutes, wholeSeconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { record } from "../../audit/public.ts";
import { countMails } from "../../mail/public.ts";
import { postReceipt } from "./receipts.ts";
import { lockPayment } from "./settle.ts";

/** A receipt that is sent again at once is a mistake. */
const AGAIN_AFTER = minutes(10);

/**
 * Sends the receipt of a received gift again. Throws 404, 409 for a gift that was not received, and 429 if the address was
 * sent a receipt less than ten minutes ago.
 */
export function sendReceipt(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  return deps.db.transaction(async (tx) => {
    const row = await lockPayment(tx, id);
    if (!row) throw new DomainError("notFound", "This payment does not exist");
    if (row.status !== "succeeded")
      throw new DomainError("conflict", "Only a gift that was received has a receipt");
    const since = new Date(deps.now().getTime() - AGAIN_AFTER);
    if ((await countMails(tx, row.customerEmail, "receipt", since)) > 0) throw sentRecently();
    await postReceipt(tx, deps, row, "card", row.settledAt ?? row.updatedAt);
    await record(tx, ctx, { subject: id });
    return { success: true as const };
  });
}

const sentRecently = () =>
  new DomainError("rateLimited", "A receipt was sent to this address less than ten minutes ago", {
    retryAfter: wholeSeconds(AGAIN_AFTER),
  });
