import { partnerProcedure, personProcedure, router, staffProcedure } from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import { undoInput } from "../../shared/reviews/reviews.ts";
import * as changes from "./claims/changes.ts";
import * as claimQueries from "./claims/queries.ts";
import * as claimSchema from "./claims/schema.ts";
import * as claims from "./claims/service.ts";
import { decide as decideProposal, undo as undoProposal } from "./proposals/decide.ts";
import { listOwn as listOwnProposals } from "./proposals/queries.ts";
import * as proposals from "./proposals/reviewed.ts";
import * as proposalSchema from "./proposals/schema.ts";
import { savePlace, submit } from "./proposals/service.ts";
import * as requestQueries from "./requests/queries.ts";
import * as requestSchema from "./requests/schema.ts";
import * as requests from "./requests/service.ts";
import { releaseInput } from "./schema.ts";
import { ask } from "./transfers/ask.ts";
import { release } from "./transfers/close.ts";
import * as transfers from "./transfers/queries.ts";
import * as transferSchema from "./transfers/schema.ts";
import { answer, decide as decideTransfer, undo as undoTransfer } from "./transfers/service.ts";

/** Those who speak for the business; an editor only changes what a place shows. */
const managers = personProcedure("owner", "manager");

export const partnerOwnership = router({
  propose: managers
    .meta({
      rest: "POST /partner/api/my-pois/{id}/proposals",
      status: 201,
      summary: "Change your place: contact details at once, the rest after a review",
    })
    .input(proposalSchema.proposeInput)
    .output(proposalSchema.proposed)
    .mutation(({ ctx, input }) => submit(ctx, input)),
  savePlace: partnerProcedure
    .meta({
      rest: "PUT /partner/api/my-pois/{id}",
      summary: "Save facts of your place and what it is listed with: all of it or nothing",
    })
    .input(proposalSchema.savePlaceInput)
    .output(proposalSchema.savedPlace)
    .mutation(({ ctx, input }) => savePlace(ctx, input)),
  proposals: partnerProcedure
    .meta({ rest: "GET /partner/api/my-proposals", summary: "List your changes of places", list: true })
    .input(proposalSchema.ownList)
    .output(proposalSchema.ownProposals)
    .query(({ ctx, input }) => listOwnProposals(ctx, input)),
  release: personProcedure("owner")
    .meta({ rest: "POST /partner/api/my-pois/{id}/release", summary: "Give up the ownership of a place" })
    .input(releaseInput)
    .output(success)
    .mutation(({ ctx, input }) => release(ctx, input.id)),
  ask: managers
    .meta({
      rest: "POST /partner/api/pois/{id}/transfer",
      status: 201,
      summary: "Ask the owner of a place to hand it over",
    })
    .input(transferSchema.askInput)
    .output(transferSchema.ownTransfer)
    .mutation(({ ctx, input }) => ask(ctx, input)),
  transfers: partnerProcedure
    .meta({
      rest: "GET /partner/api/transfers",
      summary: "List the transfers that you ask for or are asked for",
      list: true,
    })
    .input(proposalSchema.ownList)
    .output(transferSchema.ownTransfers)
    .query(({ ctx, input }) => transfers.listOwn(ctx, input)),
  answer: managers
    .meta({
      rest: "PUT /partner/api/transfers/{id}",
      summary: "Accept or refuse a transfer, or withdraw your own question",
    })
    .input(transferSchema.answerInput)
    .output(transferSchema.ownTransfer)
    .mutation(({ ctx, input }) => answer(ctx, input)),
});

const reviewers = staffProcedure("partner_manager", "admin", "super_admin");

export const reviewProposals = router({
  list: reviewers
    .meta({
      rest: "GET /api/reviews/proposals",
      scopes: ["reviews:write"],
      cli: "proposal list",
      summary: "List changes that owners propose, next to their places",
      list: true,
    })
    .input(proposalSchema.caseList)
    .output(proposalSchema.reviewedProposals)
    .query(({ ctx, input }) => proposals.listForStaff(ctx, input)),
  get: reviewers
    .meta({
      rest: "GET /api/reviews/proposals/{id}",
      scopes: ["reviews:write"],
      cli: "proposal show <id>",
      summary: "Show an owner's change, next to its place",
    })
    .input(proposalSchema.caseInput)
    .output(proposalSchema.reviewedProposal)
    .query(({ ctx, input }) => proposals.getForStaff(ctx, input.id)),
  decide: reviewers
    .meta({
      rest: "PUT /api/reviews/proposals/{id}",
      scopes: ["reviews:write"],
      cli: "proposal decide <id>",
      summary: "Decide an owner's change of a place",
    })
    .input(proposalSchema.decideProposalInput)
    .output(proposalSchema.reviewedProposal)
    .mutation(({ ctx, input }) => decideProposal(ctx, input)),
  undo: reviewers
    .meta({
      rest: "POST /api/reviews/proposals/{id}/undo",
      scopes: ["reviews:write"],
      cli: "proposal undo <id>",
      summary: "Undo the decision on an owner's change, within 10 minutes",
    })
    .input(undoInput)
    .output(proposalSchema.reviewedProposal)
    .mutation(({ ctx, input }) => undoProposal(ctx, input)),
});

export const reviewTransfers = router({
  list: reviewers
    .meta({
      rest: "GET /api/reviews/transfers",
      scopes: ["reviews:write"],
      cli: "transfer list",
      summary: "List transfers of places",
      list: true,
    })
    .input(proposalSchema.caseList)
    .output(transferSchema.reviewedTransfers)
    .query(({ ctx, input }) => transfers.listForStaff(ctx, input)),
  get: reviewers
    .meta({
      rest: "GET /api/reviews/transfers/{id}",
      scopes: ["reviews:write"],
      cli: "transfer show <id>",
      summary: "Show a transfer",
    })
    .input(proposalSchema.caseInput)
    .output(transferSchema.reviewedTransfer)
    .query(({ ctx, input }) => transfers.getForStaff(ctx, input.id)),
  decide: reviewers
    .meta({
      rest: "PUT /api/reviews/transfers/{id}",
      scopes: ["reviews:write"],
      cli: "transfer decide <id>",
      summary: "Decide a transfer that its owner refused or did not answer",
    })
    .input(proposalSchema.decideInput)
    .output(transferSchema.reviewedTransfer)
    .mutation(({ ctx, input }) => decideTransfer(ctx, input)),
  undo: reviewers
    .meta({
      rest: "POST /api/reviews/transfers/{id}/undo",
      scopes: ["reviews:write"],
      cli: "transfer undo <id>",
      summary: "Undo the decision on a transfer, within 10 minutes",
    })
    .input(undoInput)
    .output(transferSchema.reviewedTransfer)
    .mutation(({ ctx, input }) => undoTransfer(ctx, input)),
});

export const partnerClaims = router({
  submit: managers
    .meta({ rest: "POST /partner/api/poi-claims", status: 201, summary: "Claim a place" })
    .input(claimSchema.submitInput)
    .output(claimSchema.claim)
    .mutation(({ ctx, input }) => claims.submit(ctx, input)),
  change: managers
    .meta({ rest: "PUT /partner/api/poi-claims/{id}", summary: "Withdraw your claim or add documents to it" })
    .input(claimSchema.changeInput)
    .output(claimSchema.claim)
    .mutation(({ ctx, input }) => changes.change(ctx, input)),
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/my-claims", summary: "List your own claims", list: true })
    .input(claimSchema.claimList)
    .output(claimSchema.claimPage)
    .query(({ ctx, input }) => claimQueries.listOwn(ctx, input)),
  decisionTime: partnerProcedure
    .meta({
      rest: "GET /partner/api/decision-time",
      summary: "Show how long the decision on a claim takes, as the median of the last 90 days",
    })
    .output(claimSchema.decisionTimeOutput)
    .query(({ ctx }) => claimQueries.decisionTime(ctx.deps)),
});

export const claimDecisionTime = router({
  decisionTime: staffProcedure("partner_manager", "admin", "super_admin")
    .meta({
      rest: "GET /api/reviews/decision-time",
      scopes: ["reviews:write"],
      summary: "Show the median time from claim to decision in the last 90 days",
    })
    .output(claimSchema.decisionTimeOutput)
    .query(({ ctx }) => claimQueries.decisionTime(ctx.deps)),
});

export const partnerRequests = router({
  submit: managers
    .meta({ rest: "POST /partner/api/poi-requests", status: 201, summary: "Request a new place" })
    .input(requestSchema.submitInput)
    .output(requestSchema.request)
    .mutation(({ ctx, input }) => requests.submit(ctx, input)),
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/my-requests", summary: "List your own place requests", list: true })
    .input(requestSchema.requestList)
    .output(requestSchema.requestPage)
    .query(({ ctx, input }) => requestQueries.listOwn(ctx, input)),
  duplicates: partnerProcedure
    .meta({
      rest: "GET /partner/api/poi-requests/duplicates",
      summary: "Find listed places that a request may duplicate",
      rateLimit: "search",
    })
    .input(requestSchema.duplicatesInput)
    .output(requestSchema.duplicatesOutput)
    .query(({ ctx, input }) => requestQueries.listDuplicates(ctx, input)),
});
