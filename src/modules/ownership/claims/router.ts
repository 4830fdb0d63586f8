import { partnerProcedure, router, staffProcedure } from "../../../core/rpc/procedures.ts";
import * as changes from "./changes.ts";
import { decisionTime } from "./decision-time/queries.ts";
import { decisionTimeOutput } from "./decision-time/schema.ts";
import * as queries from "./queries.ts";
import { changeInput, claim, claimList, claimPage, submitInput } from "./schema.ts";
import * as claims from "./service.ts";

export const partnerClaims = router({
  submit: partnerProcedure
    .meta({ rest: "POST /partner/api/poi-claims", status: 201, summary: "Claim a place" })
    .input(submitInput)
    .output(claim)
    .mutation(({ ctx, input }) => claims.submit(ctx, input)),
  change: partnerProcedure
    .meta({ rest: "PUT /partner/api/poi-claims/{id}", summary: "Withdraw your claim or add documents to it" })
    .input(changeInput)
    .output(claim)
    .mutation(({ ctx, input }) => changes.change(ctx, input)),
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/my-claims", summary: "List your own claims", list: true })
    .input(claimList)
    .output(claimPage)
    .query(({ ctx, input }) => queries.listOwn(ctx, input)),
  decisionTime: partnerProcedure
    .meta({
      rest: "GET /partner/api/decision-time",
      summary: "Show how long the decision on a claim takes, as the median of the last 90 days",
    })
    .output(decisionTimeOutput)
    .query(({ ctx }) => decisionTime(ctx.deps)),
});

export const claimDecisionTime = router({
  decisionTime: staffProcedure("partner_manager", "admin", "super_admin")
    .meta({
      rest: "GET /api/reviews/decision-time",
      scopes: ["reviews:write"],
      summary: "Show the median time from claim to decision in the last 90 days",
    })
    .output(decisionTimeOutput)
    .query(({ ctx }) => decisionTime(ctx.deps)),
});
