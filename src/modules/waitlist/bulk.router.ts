import { z } from "zod";
import { router, staffProcedure } from "../../core/rpc/procedures.ts";
import { bulkDeleteInput, bulkOutput, seenCount, selectOutput } from "../../shared/bulk.ts";
import { onEach } from "../audit/public.ts";
import { selectSignups } from "./queries.ts";
import { remove } from "./removal.ts";
import { signupFilters } from "./schema.ts";

const admins = staffProcedure("admin", "super_admin");

export const adminWaitlistBulk = router({
  select: admins
    .meta({
      rest: "GET /api/admin/waitlist/select",
      scopes: ["waitlist:read"],
      summary: "List the ids of all signups that match, if they are as many as you saw",
    })
    .input(z.object({ ...signupFilters, count: seenCount }))
    .output(selectOutput)
    .query(({ ctx, input }) => selectSignups(ctx, input)),
  deleteMany: admins
    .meta({
      rest: "POST /api/admin/waitlist/delete",
      scopes: ["waitlist:write"],
      summary: "Delete up to 50 signups, each of which can be restored for 30 days",
    })
    .input(bulkDeleteInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onEach(ctx, input.ids, (id) => remove(ctx, id, input.act))),
});
