import { partnerProcedure, router, staffProcedure } from "../../../core/rpc/procedures.ts";
import * as queries from "./queries.ts";
import { factsOutput, placeInput, saveInput } from "./schema.ts";
import * as facts from "./service.ts";

const readers = staffProcedure("admin", "super_admin", "partner_manager");
const editors = staffProcedure("admin", "super_admin");

export const partnerFacts = router({
  get: partnerProcedure
    .meta({ rest: "GET /partner/api/my-pois/{id}/facts", summary: "Show the facts of a place that you own" })
    .input(placeInput)
    .output(factsOutput)
    .query(({ ctx, input }) => queries.showToOwner(ctx, input.id)),
  save: partnerProcedure
    .meta({ rest: "PUT /partner/api/my-pois/{id}/facts", summary: "Record facts about a place that you own" })
    .input(saveInput)
    .output(factsOutput)
    .mutation(({ ctx, input }) => facts.saveAsOwner(ctx, input)),
});

export const adminFacts = router({
  get: readers
    .meta({
      rest: "GET /api/admin/pois/{id}/facts",
      scopes: ["places:read"],
      cli: "poi facts <id>",
      summary: "Show the facts of a place and their sources",
    })
    .input(placeInput)
    .output(factsOutput)
    .query(({ ctx, input }) => queries.showToStaff(ctx, input.id)),
  save: editors
    .meta({
      rest: "PUT /api/admin/pois/{id}/facts",
      scopes: ["places:write"],
      cli: "poi set-facts <id>",
      summary: "Record facts about a place",
    })
    .input(saveInput)
    .output(factsOutput)
    .mutation(({ ctx, input }) => facts.saveAsStaff(ctx, input)),
});
