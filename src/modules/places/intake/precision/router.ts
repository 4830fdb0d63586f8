import { router, staffProcedure } from "../../../../core/rpc/procedures.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import { answerSample, previewFloor, setFloor } from "./service.ts";

const staff = staffProcedure("partner_manager", "admin", "super_admin");

export const reviewSamples = router({
  list: staff
    .meta({
      rest: "GET /api/reviews/samples",
      scopes: ["reviews:write"],
      cli: "sample list",
      summary: "List places to check, without the source that they come from",
      list: true,
    })
    .input(schema.sampleList)
    .output(schema.samplePage)
    .query(({ ctx, input }) => queries.listSamples(ctx, input)),
  cities: staff
    .meta({
      rest: "GET /api/reviews/samples/cities",
      scopes: ["reviews:write"],
      cli: "sample cities",
      summary: "List the cities with places to check, and how many are checked",
    })
    .output(schema.sampledCities)
    .query(({ ctx }) => queries.listSampledCities(ctx)),
  answer: staff
    .meta({
      rest: "POST /api/reviews/samples/{id}",
      scopes: ["reviews:write"],
      cli: "sample check <id>",
      summary: "Record whether a sampled place is right",
    })
    .input(schema.answerInput)
    .output(schema.answerOutput)
    .mutation(({ ctx, input }) => answerSample(ctx, input)),
});

export const adminPrecision = router({
  report: staff
    .meta({
      rest: "GET /api/admin/intakes/report",
      scopes: ["places:read"],
      cli: "poi intake report",
      summary: "Show how often each source was right in each city, and how well people check",
    })
    .input(schema.reportInput)
    .output(schema.report)
    .query(({ ctx, input }) => queries.reportPrecision(ctx, input)),
  previewFloor: staffProcedure("admin", "super_admin")
    .meta({
      rest: "GET /api/admin/intakes/floors",
      scopes: ["places:read"],
      summary: "Show how many more places a floor would keep out of the public search",
    })
    .input(schema.floorInput)
    .output(schema.floorPreview)
    .query(({ ctx, input }) => previewFloor(ctx, input)),
  setFloor: staffProcedure("admin", "super_admin")
    .meta({
      rest: "PUT /api/admin/intakes/floors",
      scopes: ["places:write"],
      cli: "poi intake floor <source> <floor>",
      summary: "Set the share of right places below which a source stays out of the public search",
    })
    .input(schema.floorInput)
    .output(schema.floorOutput)
    .mutation(({ ctx, input }) => setFloor(ctx, input)),
});
