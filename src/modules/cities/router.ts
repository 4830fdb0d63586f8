import { router, visitorProcedure } from "../../core/rpc/procedures.ts";
import { hours } from "../../shared/duration.ts";
import * as queries from "./queries.ts";
import { citySearchInput, citySearchOutput } from "./schema.ts";

export const publicCities = router({
  search: visitorProcedure
    .meta({
      rest: "GET /api/cities/search",
      summary: "Find cities of the USA and Canada by the start of a name",
      rateLimit: "search",
      cacheFor: hours(24),
    })
    .input(citySearchInput)
    .output(citySearchOutput)
    .query(({ ctx, input }) => queries.search(ctx, input)),
});
