import {
  recentStaffProcedure,
  router,
  staffProcedure,
  visitorProcedure,
} from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import { STAFF_ROLES } from "../../../shared/people/accounts.ts";
import * as schema from "./schema.ts";
import * as queries from "./service.ts";
import * as tokens from "./service.ts";

export const adminTokens = router({
  list: staffProcedure(...STAFF_ROLES)
    .meta({ rest: "GET /api/admin/tokens", cli: "token list", summary: "List API tokens", list: true })
    .input(schema.tokenList)
    .output(schema.tokenPage)
    .query(({ ctx, input }) => queries.listTokens(ctx, input)),
  create: recentStaffProcedure(...STAFF_ROLES)
    .meta({
      rest: "POST /api/admin/tokens",
      status: 201,
      cli: "token create",
      summary: "Create an API token, which is shown once",
    })
    .input(schema.createTokenInput)
    .output(schema.createdToken)
    .mutation(({ ctx, input }) => tokens.createToken(ctx, input)),
  revoke: staffProcedure(...STAFF_ROLES)
    .meta({
      rest: "DELETE /api/admin/tokens/{id}",
      cli: "token revoke <id>",
      summary: "Revoke an API token",
    })
    .input(schema.tokenInPath)
    .output(success)
    .mutation(({ ctx, input }) => tokens.revokeToken(ctx, input.id)),
  revokeHeld: visitorProcedure
    .meta({
      rest: "POST /api/admin/tokens/revoke",
      summary: "Revoke the API token in the body, with no other credentials",
    })
    .input(schema.heldToken)
    .output(success)
    .mutation(({ ctx, input }) => tokens.revokeHeldToken(ctx, input.token)),
});
