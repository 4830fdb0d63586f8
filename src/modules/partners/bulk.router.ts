import type { ActionContext } from "../../core/rpc/context.ts";
import { recentStaffProcedure, router, type StaffActor, staffProcedure } from "../../core/rpc/procedures.ts";
import { bulkDeleteInput, bulkInput, bulkOutput, selectOutput } from "../../shared/bulk.ts";
import { onEach } from "../audit/public.ts";
import { mailInvitation } from "./invitation.ts";
import { findPartner, selectPartners } from "./queries.ts";
import { remove } from "./removal/service.ts";
import { partnerSelection } from "./schema.ts";
import { verify } from "./service.ts";

const managers = staffProcedure("partner_manager", "super_admin");
const recentManagers = recentStaffProcedure("partner_manager", "super_admin");

export const managedPartnersBulk = router({
  select: managers
    .meta({
      rest: "GET /api/partner-manager/partners/select",
      summary: "List the ids of all partners that match, if they are as many as you saw",
    })
    .input(partnerSelection)
    .output(selectOutput)
    .query(({ ctx, input }) => selectPartners(ctx, input)),
  deleteMany: recentManagers
    .meta({
      rest: "POST /api/partner-manager/partners/delete",
      summary: "Delete up to 50 partners, each of which can be restored for 30 days",
    })
    .input(bulkDeleteInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onPartners(ctx, input.ids, (id) => remove(ctx, id, input.act))),
  verifyMany: managers
    .meta({ rest: "POST /api/partner-manager/partners/verify", summary: "Verify up to 50 partners" })
    .input(bulkInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onPartners(ctx, input.ids, (id) => verify(ctx, id))),
  inviteMany: recentManagers
    .meta({
      rest: "POST /api/partner-manager/partners/invite",
      summary: "Invite up to 50 partners again who have never signed in",
    })
    .input(bulkInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onPartners(ctx, input.ids, (id) => mailInvitation(ctx, id))),
});

const onPartners = (
  ctx: ActionContext<StaffActor>,
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
) => onEach(ctx, ids, act, async (id) => (await findPartner(ctx.deps, id))?.businessName);
