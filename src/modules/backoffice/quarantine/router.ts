import { z } from "zod";
import { router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import { quarantinedItem, resolveInput } from "./schema.ts";
import * as quarantine from "./service.ts";

const admins = staffProcedure("admin", "super_admin");

export const adminQuarantine = router({
  list: admins
    .meta({
      rest: "GET /api/admin/quarantine",
      scopes: ["waitlist:read", "inquiries:read"],
      cli: "quarantine list",
      summary: "List quarantined submissions",
    })
    .output(z.array(quarantinedItem))
    .query(({ ctx }) => quarantine.list(ctx)),
  release: admins
    .meta({
      rest: "POST /api/admin/quarantine/{id}/release",
      scopes: ["waitlist:write", "inquiries:write"],
      cli: "quarantine release <id>",
      summary: "Release a quarantined submission into its list",
    })
    .input(resolveInput)
    .output(success)
    .mutation(({ ctx, input }) => quarantine.release(ctx, input.id)),
  delete: admins
    .meta({
      rest: "DELETE /api/admin/quarantine/{id}",
      scopes: ["waitlist:write", "inquiries:write"],
      cli: "quarantine delete <id>",
      summary: "Delete a quarantined submission",
    })
    .input(resolveInput)
    .output(success)
    .mutation(({ ctx, input }) => quarantine.remove(ctx, input.id)),
  restore: admins
    .meta({
      rest: "POST /api/admin/quarantine/{id}/restore",
      scopes: ["waitlist:write", "inquiries:write"],
      cli: "quarantine restore <id>",
      summary: "Restore a deleted submission to the quarantine",
    })
    .input(resolveInput)
    .output(success)
    .mutation(({ ctx, input }) => quarantine.restore(ctx, input.id)),
});
