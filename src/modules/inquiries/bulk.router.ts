import { z } from "zod";
import { router, staffProcedure } from "../../core/rpc/procedures.ts";
import { bulkDeleteInput, bulkInput, bulkOutput, seenCount, selectOutput } from "../../shared/bulk.ts";
import { onEach } from "../audit/public.ts";
import { progress } from "./progress.ts";
import { selectInquiries } from "./queries.ts";
import { inquiryFilters, progressInput } from "./schema.ts";
import { remove } from "./service.ts";

const admins = staffProcedure("admin", "super_admin");

export const adminPartnershipsBulk = router({
  select: admins
    .meta({
      rest: "GET /api/admin/partnerships/select",
      scopes: ["inquiries:read"],
      summary: "List the ids of all inquiries that match, if they are as many as you saw",
    })
    .input(z.object({ ...inquiryFilters, count: seenCount }))
    .output(selectOutput)
    .query(({ ctx, input }) => selectInquiries(ctx, input)),
  deleteMany: admins
    .meta({
      rest: "POST /api/admin/partnerships/delete",
      scopes: ["inquiries:write"],
      summary: "Delete up to 50 inquiries, each of which can be restored for 30 days",
    })
    .input(bulkDeleteInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onEach(ctx, input.ids, (id) => remove(ctx, id, input.act))),
  progressMany: admins
    .meta({
      rest: "POST /api/admin/partnerships/progress",
      scopes: ["inquiries:write"],
      summary: "Change the stage of up to 50 inquiries",
    })
    .input(bulkInput.extend({ stage: progressInput.shape.stage.unwrap() }))
    .output(bulkOutput)
    .mutation(({ ctx, input: { ids, stage } }) => onEach(ctx, ids, (id) => progress(ctx, { id, stage }))),
});
