import { router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as queries from "./queries.ts";
import { askInput, expiringList, expiringPage, silentIssuers } from "./schema.ts";
import { askAgain } from "./service.ts";

const reviewers = staffProcedure("partner_manager", "admin", "super_admin");

export const reviewQueues = router({
  expiring: reviewers
    .meta({
      rest: "GET /api/reviews/expiring",
      scopes: ["reviews:write"],
      cli: "review expiring",
      summary: "List places whose halal tier ends soon",
      list: true,
    })
    .input(expiringList)
    .output(expiringPage)
    .query(({ ctx, input }) => queries.listExpiring(ctx, input)),
  silentIssuers: reviewers
    .meta({
      rest: "GET /api/reviews/silent-issuers",
      scopes: ["reviews:write"],
      cli: "review silent-issuers",
      summary: "List certificates whose issuer has not answered",
    })
    .output(silentIssuers)
    .query(({ ctx }) => queries.listSilent(ctx)),
  askAgain: reviewers
    .meta({
      rest: "POST /api/reviews/silent-issuers/{id}",
      scopes: ["reviews:write"],
      cli: "review ask-issuer <id>",
      summary: "Ask the issuer of a certificate again",
    })
    .input(askInput)
    .output(success)
    .mutation(({ ctx, input }) => askAgain(ctx, input.id)),
});
