import { personProcedure, router, staffProcedure } from "../../../../core/rpc/procedures.ts";
import * as schema from "./schema.ts";
import * as proofs from "./service.ts";

const managers = personProcedure("owner", "manager");

export const partnerProofs = router({
  ask: managers
    .meta({
      rest: "POST /partner/api/poi-claims/{id}/proofs",
      status: 201,
      summary: "Ask for a code that proves your claim: by email, by phone or on paper",
    })
    .input(schema.askInput)
    .output(schema.proof)
    .mutation(({ ctx, input }) => proofs.ask(ctx, input)),
  confirm: managers
    .meta({
      rest: "PUT /partner/api/poi-claims/{id}/proofs",
      summary: "Enter the code that proves your claim",
    })
    .input(schema.confirmInput)
    .output(schema.proof)
    .mutation(({ ctx, input }) => proofs.confirm(ctx, input)),
});

export const reviewProofs = router({
  code: staffProcedure("partner_manager", "admin", "super_admin")
    .meta({
      rest: "POST /api/reviews/claims/{id}/code",
      scopes: ["reviews:write"],
      cli: "claim code <id>",
      summary: "Make the code that a claimant asked for, to read out on the phone or to send on paper",
    })
    .input(schema.codeInput)
    .output(schema.madeCode)
    .mutation(({ ctx, input }) => proofs.makeForStaff(ctx, input)),
});
