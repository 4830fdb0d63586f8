import { router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { changes } from "./queries.ts";
import { changesInput, changesOutput } from "./schema.ts";

export const adminChanges = router({
  since: staffProcedure("partner_manager", "admin", "super_admin")
    .meta({
      rest: "GET /api/admin/changes",
      summary: "Show which lists have changed since an earlier call",
      polling: true, // every open page calls it
    })
    .input(changesInput)
    .output(changesOutput)
    .query(({ ctx, input }) => changes(ctx, input)),
});
