import { partnerProcedure, router, staffProcedure } from "../../../core/rpc/procedures.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import * as prayer from "./service.ts";

export const partnerPrayer = router({
  get: partnerProcedure
    .meta({
      rest: "GET /partner/api/my-pois/{id}/prayer",
      summary: "Show what a masjid that you own says of its prayer times",
    })
    .input(schema.ownInput)
    .output(schema.editedPrayer)
    .query(({ ctx, input }) => queries.showToOwner(ctx, input.id)),
  save: partnerProcedure
    .meta({
      rest: "PUT /partner/api/my-pois/{id}/prayer",
      summary: "Say the iqamah and Friday prayers of a masjid that you own, or confirm them",
    })
    .input(schema.saveInput)
    .output(schema.editedPrayer)
    .mutation(({ ctx, input }) => prayer.saveAsOwner(ctx, input)),
});

export const adminPrayer = router({
  get: staffProcedure("admin", "super_admin", "partner_manager")
    .meta({
      rest: "GET /api/admin/pois/{id}/prayer",
      scopes: ["places:read"],
      cli: "poi iqamah <id>",
      summary: "Show what a masjid says of its prayer times, now and for later",
    })
    .input(schema.ownInput)
    .output(schema.editedPrayer)
    .query(({ ctx, input }) => queries.showToStaff(ctx, input.id)),
  save: staffProcedure("admin", "super_admin")
    .meta({
      rest: "PUT /api/admin/pois/{id}/prayer",
      scopes: ["places:write"],
      cli: "poi set-prayer <id>",
      summary: "Record the iqamah, the Friday prayers and the method of adhan of a masjid",
    })
    .input(schema.saveInput)
    .output(schema.editedPrayer)
    .mutation(({ ctx, input }) => prayer.saveAsStaff(ctx, input)),
});
