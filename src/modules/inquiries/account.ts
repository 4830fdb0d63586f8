import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { record } from "../audit/public.ts";
import { inviteBusiness, withUniqueAddress } from "../partners/public.ts";
import { lockListed } from "./service.ts";

/**
 * Makes a partner account for the sender of an inquiry, who chooses the password with a mailed link. Throws 404, and 409
 * if the address has an account.
 */
export async function invite(ctx: ActionContext<StaffActor>, id: string) {
  const { deps } = ctx;
  const passwordHash = deps.passwords.unusableHash();
  const { partner, link } = await withUniqueAddress(() =>
    deps.db.transaction(async (tx) => {
      const { email, businessName, contactName, phone } = await lockListed(tx, id);
      const account = { email, businessName, contactName: contactName || businessName, phone, passwordHash };
      const invited = await inviteBusiness(tx, deps, account);
      await record(tx, ctx, {
        subject: id,
        after: { partner: invited.partner.id, mailed: invited.link === null },
      });
      return invited;
    }),
  );
  return { partnerId: partner.id, email: partner.email, link };
}
