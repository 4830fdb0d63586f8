import { partnerProcedure, router } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import { deleteOwnInput } from "../schema.ts";
import { exportOwn } from "./personal-data.ts";
import { removeOwn } from "./service.ts";

export const partnerAccount = router({
  export: partnerProcedure
    .meta({
      rest: "GET /partner/api/me/export",
      summary: "Export everything kept about you as JSON",
      download: "my-data.json",
      slow: true,
    })
    .query(({ ctx }) => exportOwn(ctx)),
  delete: partnerProcedure
    .meta({ rest: "DELETE /partner/api/me", summary: "Delete your partner account" })
    .input(deleteOwnInput)
    .output(success)
    .mutation(({ ctx, input }) => removeOwn(ctx, input.password)),
});
