import { router, staffSelfProcedure } from "../../../core/rpc/procedures.ts";
import { viewInput, viewOutput } from "./schema.ts";
import { view } from "./service.ts";

export const reviewViewers = router({
  view: staffSelfProcedure
    .meta({
      rest: "POST /api/reviews/viewers",
      summary: "Note that you have a case open, and show who else has",
      polling: true, // sent by a timer of the open screen
    })
    .input(viewInput)
    .output(viewOutput)
    .mutation(({ ctx, input }) => view(ctx, input)),
});
