import { partnerProcedure, router } from "../../../core/rpc/procedures.ts";
import * as queries from "./queries.ts";
import {
  duplicatesInput,
  duplicatesOutput,
  request,
  requestList,
  requestPage,
  submitInput,
} from "./schema.ts";
import * as requests from "./service.ts";

export const partnerRequests = router({
  submit: partnerProcedure
    .meta({ rest: "POST /partner/api/poi-requests", status: 201, summary: "Request a new place" })
    .input(submitInput)
    .output(request)
    .mutation(({ ctx, input }) => requests.submit(ctx, input)),
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/my-requests", summary: "List your own place requests", list: true })
    .input(requestList)
    .output(requestPage)
    .query(({ ctx, input }) => queries.listOwn(ctx, input)),
  duplicates: partnerProcedure
    .meta({
      rest: "GET /partner/api/poi-requests/duplicates",
      summary: "Find listed places that a request may duplicate",
      rateLimit: "search",
    })
    .input(duplicatesInput)
    .output(duplicatesOutput)
    .query(({ ctx, input }) => queries.listDuplicates(ctx, input)),
});
