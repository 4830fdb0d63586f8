import { partnerProcedure, router, staffProcedure, visitorProcedure } from "../../../core/rpc/procedures.ts";
import { close } from "./close.ts";
import * as queries from "./queries.ts";
import { reply } from "./reply.ts";
import {
  caseInput,
  closeInput,
  ownReport,
  ownReportList,
  ownReportPage,
  replyInput,
  reportCase,
  reportList,
  reportPage,
  submitInput,
  submitOutput,
} from "./schema.ts";
import { submit } from "./service.ts";

const reviewers = staffProcedure("partner_manager", "admin", "super_admin");

export const publicReports = router({
  submit: visitorProcedure
    .meta({
      rest: "POST /api/places/{id}/reports",
      status: 201,
      summary: "Report that something about a place is wrong",
      rateLimit: "form",
    })
    .input(submitInput)
    .output(submitOutput)
    .mutation(({ ctx, input }) => submit(ctx, input)),
});

export const partnerReports = router({
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/reports", summary: "List reports about your own places", list: true })
    .input(ownReportList)
    .output(ownReportPage)
    .query(({ ctx, input }) => queries.listOwn(ctx, input)),
  reply: partnerProcedure
    .meta({ rest: "PUT /partner/api/reports/{id}", summary: "Reply to a report about your own place" })
    .input(replyInput)
    .output(ownReport)
    .mutation(({ ctx, input }) => reply(ctx, input)),
});

export const reviewReports = router({
  list: reviewers
    .meta({
      rest: "GET /api/reviews/reports",
      scopes: ["reviews:write"],
      cli: "report list",
      summary: "List visitors' reports about places",
      list: true,
    })
    .input(reportList)
    .output(reportPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  get: reviewers
    .meta({
      rest: "GET /api/reviews/reports/{id}",
      scopes: ["reviews:write"],
      cli: "report show <id>",
      summary: "Show a report about a place",
    })
    .input(caseInput)
    .output(reportCase)
    .query(({ ctx, input }) => queries.showCase(ctx, input.id)),
  close: reviewers
    .meta({
      rest: "PUT /api/reviews/reports/{id}",
      scopes: ["reviews:write"],
      cli: "report close <id>",
      summary: "Close a report and publish it with the owner's reply",
    })
    .input(closeInput)
    .output(reportCase)
    .mutation(({ ctx, input }) => close(ctx, input)),
});
