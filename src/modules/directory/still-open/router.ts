import { partnerProcedure, router, staffProcedure, visitorProcedure } from "../../../core/rpc/procedures.ts";
import { answerInput, answerOutput } from "./schema.ts";
import { answerAsOwner, answerAsStaff, answerAsVisitor } from "./service.ts";

export const publicStillOpen = router({
  answerStillOpen: visitorProcedure
    .meta({
      rest: "POST /api/places/{id}/still-open",
      summary: "Say whether a place is still open, counted once a person and day",
      rateLimit: "form",
    })
    .input(answerInput)
    .output(answerOutput)
    .mutation(({ ctx, input }) => answerAsVisitor(ctx, input)),
});

export const partnerStillOpen = router({
  answer: partnerProcedure
    .meta({
      rest: "POST /partner/api/my-pois/{id}/still-open",
      summary: "Say whether your own place is still open",
    })
    .input(answerInput)
    .output(answerOutput)
    .mutation(({ ctx, input }) => answerAsOwner(ctx, input)),
});

export const adminStillOpen = router({
  answer: staffProcedure("admin", "super_admin")
    .meta({
      rest: "POST /api/admin/pois/{id}/still-open",
      scopes: ["places:write"],
      cli: "poi still-open <id> <answer>",
      summary: "Say whether a place is still open",
    })
    .input(answerInput)
    .output(answerOutput)
    .mutation(({ ctx, input }) => answerAsStaff(ctx, input)),
});
