import { z } from "zod";
import { router, staffProcedure } from "../../core/rpc/procedures.ts";
import { bulkInput, bulkOutput, seenCount, selectOutput } from "../../shared/bulk.ts";
import { onEach } from "../audit/public.ts";
import { retry } from "./actions.ts";
import { selectMails } from "./queries.ts";
import { mailFilters } from "./schema.ts";

const admins = staffProcedure("admin", "super_admin");

export const adminMailsBulk = router({
  select: admins
    .meta({
      rest: "GET /api/admin/mails/select",
      summary: "List the ids of all emails that match, if they are as many as you saw",
    })
    .input(z.object({ ...mailFilters, count: seenCount }))
    .output(selectOutput)
    .query(({ ctx, input }) => selectMails(ctx, input)),
  retryMany: admins
    .meta({ rest: "POST /api/admin/mails/retry", summary: "Send up to 50 emails again" })
    .input(bulkInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onEach(ctx, input.ids, (id) => retry(ctx, id))),
});
