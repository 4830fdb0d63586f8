import { router, visitorProcedure } from "../../../core/rpc/procedures.ts";
import { placeInput } from "../../evidence/public.ts";
import { publicPlace, whyInput, whyOutput } from "./schema.ts";
import { showPlace, why } from "./show.ts";

export const publicPlaces = router({
  get: visitorProcedure
    .meta({
      rest: "GET /api/places/{id}",
      summary: "Show a place and what its halal tier is based on",
      rateLimit: "search",
    })
    .input(placeInput)
    .output(publicPlace)
    .query(({ ctx, input }) => showPlace(ctx, input.id)),
  why: visitorProcedure
    .meta({
      rest: "GET /api/places/{id}/why",
      cli: "poi why <id>",
      summary: "Show the halal tier of a place on a day and its evidence",
      rateLimit: "search",
    })
    .input(whyInput)
    .output(whyOutput)
    .query(({ ctx, input }) => why(ctx, input)),
});
