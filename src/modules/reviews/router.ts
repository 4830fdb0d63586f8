import { router, staffProcedure, staffSelfProcedure } from "../../core/rpc/procedures.ts";
import { undoInput } from "../../shared/reviews/reviews.ts";
import { assign, listReviewers, showAssignment, snooze, view } from "./assignments.ts";
import * as cases from "./cases.ts";
import * as queries from "./queries.ts";
import { listQueue } from "./queue.ts";
import * as schema from "./schema.ts";
import * as reviews from "./service.ts";
import { undoClaim, undoRequest } from "./undo.ts";

const staff = staffProcedure("partner_manager", "admin", "super_admin");

export const reviewsRouter = router({
  queue: staff
    .meta({
      rest: "GET /api/reviews/queue",
      scopes: ["reviews:write"],
      cli: "review queue",
      summary: "List the cases that wait for staff, what is due first in front",
      list: true,
    })
    .input(schema.queueInput)
    .output(schema.queuePage)
    .query(({ ctx, input }) => listQueue(ctx, input)),
  assignment: staff
    .meta({
      rest: "GET /api/reviews/cases/{case}",
      scopes: ["reviews:write"],
      cli: "review assignment <case>",
      summary: "Show to whom a case is assigned, and until when it is snoozed",
    })
    .input(schema.caseKeyInput)
    .output(schema.caseAssignment)
    .query(({ ctx, input }) => showAssignment(ctx.deps, input.case)),
  assign: staff
    .meta({
      rest: "PUT /api/reviews/cases/{case}/assignee",
      scopes: ["reviews:write"],
      cli: "review assign <case>",
      summary: "Assign a case to a staff member, or to no one",
    })
    .input(schema.assignInput)
    .output(schema.caseAssignment)
    .mutation(({ ctx, input }) => assign(ctx, input)),
  snooze: staff
    .meta({
      rest: "PUT /api/reviews/cases/{case}/snooze",
      scopes: ["reviews:write"],
      cli: "review snooze <case>",
      summary: "Snooze a case until a time, or end that",
    })
    .input(schema.snoozeInput)
    .output(schema.caseAssignment)
    .mutation(({ ctx, input }) => snooze(ctx, input)),
  reviewers: staff
    .meta({
      rest: "GET /api/reviews/reviewers",
      scopes: ["reviews:write"],
      cli: "review reviewers",
      summary: "List to whom a case can be assigned",
    })
    .output(schema.reviewers)
    .query(({ ctx }) => listReviewers(ctx.deps)),
  claims: staff
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
  claim: staff
    .meta({
      rest: "GET /api/reviews/claims/{id}",
      scopes: ["reviews:write"],
      cli: "claim show <id>",
      summary: "Show a claim",
    })
    .input(schema.caseInput)
    .output(schema.claimCase)
    .query(({ ctx, input }) => cases.claimCase(ctx, input.id)),
  placeClaims: staff
    .meta({
      scopes: ["reviews:write"],
      summary: "List the claims of a place with their files",
    })
    .input(schema.caseInput)
    .output(schema.placeClaims)
    .query(({ ctx, input }) => cases.claimsOfPlace(ctx, input.id)),
  decideClaim: staff
    .meta({
      rest: "PUT /api/reviews/claims/{id}",
      scopes: ["reviews:write"],
      cli: "claim decide <id>",
      summary: "Decide a claim or ask its partner for more",
    })
    .input(schema.decideClaimInput)
    .output(schema.reviewedClaim)
    .mutation(({ ctx, input }) => reviews.decideClaim(ctx, input)),
  undoClaim: staff
    .meta({
      rest: "POST /api/reviews/claims/{id}/undo",
      scopes: ["reviews:write"],
      cli: "claim undo <id>",
      summary: "Undo the last decision on a claim, within 10 minutes",
    })
    .input(undoInput)
    .output(schema.reviewedClaim)
    .mutation(({ ctx, input }) => undoClaim(ctx, input)),
  requests: staff
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
  request: staff
    .meta({
      rest: "GET /api/reviews/requests/{id}",
      scopes: ["reviews:write"],
      cli: "request show <id>",
      summary: "Show a place request",
    })
    .input(schema.caseInput)
    .output(schema.requestCase)
    .query(({ ctx, input }) => cases.requestCase(ctx, input.id)),
  decideRequest: staff
    .meta({
      rest: "PUT /api/reviews/requests/{id}",
      scopes: ["reviews:write"],
      cli: "request decide <id>",
      summary: "Decide a place request",
    })
    .input(schema.decideRequestInput)
    .output(schema.reviewedRequest)
    .mutation(({ ctx, input }) => reviews.decideRequest(ctx, input)),
  undoRequest: staff
    .meta({
      rest: "POST /api/reviews/requests/{id}/undo",
      scopes: ["reviews:write"],
      cli: "request undo <id>",
      summary: "Undo the last decision on a place request, within 10 minutes",
    })
    .input(undoInput)
    .output(schema.reviewedRequest)
    .mutation(({ ctx, input }) => undoRequest(ctx, input)),
  evidence: staff
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
