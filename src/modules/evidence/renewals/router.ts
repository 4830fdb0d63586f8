import { partnerProcedure, router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as queries from "./queries.ts";
import { declineInput, dueRenewals, sendInput, sendOutput, waitingRenewals } from "./schema.ts";
import * as renewals from "./service.ts";

const reviewers = staffProcedure("partner_manager", "admin", "super_admin");

export const partnerRenewals = router({
  list: partnerProcedure
    .meta({
      rest: "GET /partner/api/renewals",
      summary: "List your own places whose halal tier ends soon or has ended",
    })
    .output(dueRenewals)
    .query(({ ctx }) => queries.listDue(ctx)),
  send: partnerProcedure
    .meta({
      rest: "POST /partner/api/my-pois/{id}/renewals",
      status: 201,
      summary: "Confirm what your place serves, or send its new certificate",
    })
    .input(sendInput)
    .output(sendOutput)
    .mutation(({ ctx, input }) => renewals.send(ctx, input)),
});

export const reviewRenewals = router({
  list: reviewers
    .meta({
      rest: "GET /api/reviews/renewals",
      scopes: ["reviews:write"],
      cli: "renewal list",
      summary: "List new certificates that owners sent and no one has recorded",
    })
    .output(waitingRenewals)
    .query(({ ctx }) => queries.listWaiting(ctx.deps)),
  decide: reviewers
    .meta({
      rest: "PUT /api/reviews/renewals/{id}",
      scopes: ["reviews:write"],
      cli: "renewal decide <id>",
      summary: "Decline a certificate that an owner sent",
    })
    .input(declineInput)
    .output(success)
    .mutation(({ ctx, input }) => renewals.decline(ctx, input)),
});
