import { router, staffProcedure } from "../../core/rpc/procedures.ts";
import * as cases from "./cases.ts";
import { decideClaim } from "./claims.ts";
import * as reading from "./queries.ts";
import { queue } from "./queue.ts";
import { decideRequest } from "./requests.ts";
import {
  caseInput,
  caseList,
  claimCase,
  claimPage,
  decideInput,
  decideRequestInput,
  evidenceInput,
  queueInput,
  queuePage,
  requestCase,
  requestPage,
  reviewedClaim,
  reviewedRequest,
} from "./schema.ts";

const reviewers = staffProcedure("partner_manager", "admin", "super_admin");

export const reviewsRouter = router({
  queue: reviewers
    .meta({
      rest: "GET /api/reviews/queue",
      summary: "List all that waits for a decision, oldest first",
      list: true,
    })
    .input(queueInput)
    .output(queuePage)
    .query(({ ctx, input }) => queue(ctx, input)),
  claims: reviewers
    .meta({ rest: "GET /api/reviews/claims", cli: "claim list", summary: "List the claims", list: true })
    .input(caseList)
    .output(claimPage)
    .query(({ ctx, input }) => reading.listClaims(ctx, input)),
  claim: reviewers
    .meta({ rest: "GET /api/reviews/claims/{id}", cli: "claim show <id>", summary: "Show a claim" })
    .input(caseInput)
    .output(claimCase)
    .query(({ ctx, input }) => cases.claimCase(ctx, input.id)),
  decideClaim: reviewers
    .meta({ rest: "PUT /api/reviews/claims/{id}", cli: "claim decide <id>", summary: "Decide a claim" })
    .input(decideInput)
    .output(reviewedClaim)
    .mutation(({ ctx, input }) => decideClaim(ctx, input)),
  requests: reviewers
    .meta({
      rest: "GET /api/reviews/requests",
      cli: "request list",
      summary: "List the requests for new places",
      list: true,
    })
    .input(caseList)
    .output(requestPage)
    .query(({ ctx, input }) => reading.listRequests(ctx, input)),
  request: reviewers
    .meta({ rest: "GET /api/reviews/requests/{id}", cli: "request show <id>", summary: "Show a request" })
    .input(caseInput)
    .output(requestCase)
    .query(({ ctx, input }) => cases.requestCase(ctx, input.id)),
  decideRequest: reviewers
    .meta({
      rest: "PUT /api/reviews/requests/{id}",
      cli: "request decide <id>",
      summary: "Decide a request for a new place",
    })
    .input(decideRequestInput)
    .output(reviewedRequest)
    .mutation(({ ctx, input }) => decideRequest(ctx, input)),
  evidence: reviewers
    .meta({
      rest: "GET /api/reviews/evidence/{id}",
      summary: "Download a file that came with a claim",
      file: "sent",
      slow: true,
    })
    .input(evidenceInput)
    .query(({ ctx, input }) => reading.evidenceFile(ctx, input)),
});
