import { router, staffProcedure } from "../../../core/rpc/procedures.ts";
import * as queries from "./queries.ts";
import {
  restoreActInput,
  restoreActOutput,
  restoreInput,
  restoreOutput,
  trashItem,
  trashList,
  trashPage,
} from "./schema.ts";
import { restore, restoreAct } from "./service.ts";

const anyStaff = staffProcedure("admin", "super_admin", "partner_manager");

export const adminTrash = router({
  list: anyStaff
    .meta({
      rest: "GET /api/admin/trash",
      cli: "trash list",
      summary: "List what was deleted in the last 30 days and can be restored",
      list: true,
    })
    .input(trashList)
    .output(trashPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  get: anyStaff
    .meta({
      rest: "GET /api/admin/trash/{id}",
      cli: "trash show <id>",
      summary: "Show a deleted record that can be restored",
    })
    .input(restoreInput)
    .output(trashItem)
    .query(({ ctx, input }) => queries.find(ctx, input.id)),
  restore: anyStaff
    .meta({
      rest: "POST /api/admin/trash/{id}/restore",
      cli: "trash restore <id>",
      summary: "Restore a deleted record with everything that it had",
    })
    .input(restoreInput)
    .output(restoreOutput)
    .mutation(({ ctx, input }) => restore(ctx, input.id)),
  restoreAct: anyStaff
    .meta({
      rest: "POST /api/admin/trash/acts/{act}/restore",
      cli: "trash restore-act <act>",
      summary: "Restore up to 50 records that were deleted in one act",
    })
    .input(restoreActInput)
    .output(restoreActOutput)
    .mutation(({ ctx, input }) => restoreAct(ctx, input)),
});
