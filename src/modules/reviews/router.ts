import { router, staffProcedure, staffSelfProcedure } from "../../core/rpc/procedures.ts";
import { undoInput } from "../../shared/reviews/reviews.ts";
import * as cases from "./cases.ts";
import { view } from "./presence.ts";
import * as queries from "./queries.ts";
import { listQueue } from "./queue.ts";
import * as schema from "./schema.ts";
import * as reviews from "./service.ts";
import { undoClaim, undoRequest } from "./undo.ts";

const reviewers = staffProcedure("partner_manager", "admin", "super_admin");

export const reviewsRouter = router({
  queue: reviewers
    .meta({
      rest: "GET /api/reviews/queue",
      scopes: ["reviews:write"],
      cli: "review queue",
      summary: "List pending claims and place requests, oldest first",
      list: true,
    })
    .input(schema.queueInput)
    .output(schema.queuePage)
    .query(({ ctx, input }) => listQueue(ctx, input)),
  claims: reviewers
    .meta({
      rest: "GET /api/reviews/claims",
      scopes: ["reviews:write"],
      cli: "claim list",
      summary: "List claims",
      list: true,
    })
    .input(schema.caseList)
    .output(schema.claimPage)
    .query(({ ctx, input }) => queries.listClaims(ctx, input)),
  claim: reviewers
    .meta({
      rest: "GET /api/reviews/claims/{id}",
      scopes: ["reviews:write"],
      cli: "claim show <id>",
      summary: "Show a claim",
    })
    .input(schema.caseInput)
    .output(schema.claimCase)
    .query(({ ctx, input }) => cases.claimCase(ctx, input.id)),
  placeClaims: reviewers
    .meta({
      scopes: ["reviews:write"],
      summary: "List the claims of a place with their files",
    })
    .input(schema.caseInput)
    .output(schema.placeClaims)
    .query(({ ctx, input }) => cases.claimsOfPlace(ctx, input.id)),
  decideClaim: reviewers
    .meta({
      rest: "PUT /api/reviews/claims/{id}",
      scopes: ["reviews:write"],
      cli: "claim decide <id>",
      summary: "Decide a claim or ask its partner for more",
    })
    .input(schema.decideClaimInput)
    .output(schema.reviewedClaim)
    .mutation(({ ctx, input }) => reviews.decideClaim(ctx, input)),
  undoClaim: reviewers
    .meta({
      rest: "POST /api/reviews/claims/{id}/undo",
      scopes: ["reviews:write"],
      cli: "claim undo <id>",
      summary: "Undo the last decision on a claim, within 10 minutes",
    })
    .input(undoInput)
    .output(schema.reviewedClaim)
    .mutation(({ ctx, input }) => undoClaim(ctx, input)),
  requests: reviewers
    .meta({
      rest: "GET /api/reviews/requests",
      scopes: ["reviews:write"],
      cli: "request list",
      summary: "List place requests",
      list: true,
    })
    .input(schema.caseList)
    .output(schema.requestPage)
    .query(({ ctx, input }) => queries.listRequests(ctx, input)),
  request: reviewers
    .meta({
      rest: "GET /api/reviews/requests/{id}",
      scopes: ["reviews:write"],
      cli: "request show <id>",
      summary: "Show a place request",
    })
    .input(schema.caseInput)
    .output(schema.requestCase)
    .query(({ ctx, input }) => cases.requestCase(ctx, input.id)),
  decideRequest: reviewers
    .meta({
      rest: "PUT /api/reviews/requests/{id}",
      scopes: ["reviews:write"],
      cli: "request decide <id>",
      summary: "Decide a place request",
    })
    .input(schema.decideRequestInput)
    .output(schema.reviewedRequest)
    .mutation(({ ctx, input }) => reviews.decideRequest(ctx, input)),
  undoRequest: reviewers
    .meta({
      rest: "POST /api/reviews/requests/{id}/undo",
      scopes: ["reviews:write"],
      cli: "request undo <id>",
      summary: "Undo the last decision on a place request, within 10 minutes",
    })
    .input(undoInput)
    .output(schema.reviewedRequest)
    .mutation(({ ctx, input }) => undoRequest(ctx, input)),
  evidence: reviewers
    .meta({
      rest: "GET /api/reviews/evidence/{id}",
      scopes: ["reviews:write"],
      summary: "Download an evidence file of a claim",
      file: "sent",
      slow: true,
    })
    .input(schema.evidenceInput)
    .query(({ ctx, input }) => reviews.downloadEvidence(ctx, input)),
});

export const reviewViewers = router({
  view: staffSelfProcedure
    .meta({
      rest: "POST /api/reviews/viewers",
      summary: "Note that you have a case open, and show who else has",
      polling: true, // sent by a timer of the open screen
    })
    .input(schema.viewInput)
    .output(schema.viewOutput)
    .mutation(({ ctx, input }) => view(ctx, input)),
});
