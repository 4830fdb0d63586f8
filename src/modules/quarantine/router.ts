import { z } from "zod";
import { router, staffProcedure } from "../../core/rpc/procedures.ts";
import { heldBack, settleInput, settleOutput } from "./schema.ts";
import * as quarantine from "./service.ts";

const keepers = staffProcedure("admin", "super_admin");

export const adminQuarantine = router({
  list: keepers
    .meta({
      rest: "GET /api/admin/quarantine",
      cli: "quarantine list",
      summary: "List quarantined submissions",
    })
    .output(z.array(heldBack))
    .query(({ ctx }) => quarantine.list(ctx)),
  release: keepers
    .meta({
      rest: "POST /api/admin/quarantine/{id}/release",
      cli: "quarantine release <id>",
      summary: "Release a quarantined submission into its list",
    })
    .input(settleInput)
    .output(settleOutput)
    .mutation(({ ctx, input }) => quarantine.settle(ctx, input.id, true)),
  delete: keepers
    .meta({
      rest: "DELETE /api/admin/quarantine/{id}",
      cli: "quarantine delete <id>",
      summary: "Delete a quarantined submission",
    })
    .input(settleInput)
    .output(settleOutput)
    .mutation(({ ctx, input }) => quarantine.settle(ctx, input.id, false)),
});
