import { partnerProcedure, router } from "../../core/rpc/procedures.ts";
import * as reading from "./queries.ts";
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
    .meta({ rest: "POST /partner/api/poi-requests", status: 201, summary: "Ask for a new place" })
    .input(submitInput)
    .output(request)
    .mutation(({ ctx, input }) => requests.submit(ctx, input)),
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/my-requests", summary: "List one's own requests", list: true })
    .input(requestList)
    .output(requestPage)
    .query(({ ctx, input }) => reading.listOwn(ctx, input)),
  duplicates: partnerProcedure
    .meta({
      rest: "GET /partner/api/poi-requests/duplicates",
      summary: "Find places that may be the one that is asked for",
      rateLimit: "search",
    })
    .input(duplicatesInput)
    .output(duplicatesOutput)
    .query(({ ctx, input }) => reading.duplicates(ctx, input)),
});
