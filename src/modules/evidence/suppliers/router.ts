import { partnerProcedure, router, staffProcedure, visitorProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as queries from "./queries.ts";
import { confirmInput, nameInput, placeInput, removeInput, supplier, supplierList } from "./schema.ts";
import * as suppliers from "./service.ts";

export const partnerSuppliers = router({
  list: partnerProcedure
    .meta({
      rest: "GET /partner/api/my-pois/{id}/suppliers",
      summary: "List where the meat of your own place comes from",
    })
    .input(placeInput)
    .output(supplierList)
    .query(({ ctx, input }) => queries.listForOwner(ctx, input.id)),
  name: partnerProcedure
    .meta({
      rest: "POST /partner/api/my-pois/{id}/suppliers",
      status: 201,
      summary: "Name a supplier of meat of your own place, or confirm it for another quarter",
    })
    .input(nameInput)
    .output(supplier)
    .mutation(({ ctx, input }) => suppliers.nameAsOwner(ctx, input)),
  remove: partnerProcedure
    .meta({
      rest: "DELETE /partner/api/my-pois/{id}/suppliers/{supplierId}",
      summary: "Remove a supplier of meat of your own place",
    })
    .input(removeInput)
    .output(success)
    .mutation(({ ctx, input }) => suppliers.removeAsOwner(ctx, input)),
  confirm: visitorProcedure
    .meta({
      rest: "POST /partner/api/suppliers/confirm",
      summary: "Confirm suppliers for another quarter by the mailed link",
      rateLimit: "recovery",
    })
    .input(confirmInput)
    .output(success)
    .mutation(({ ctx, input }) => suppliers.confirm(ctx, input)),
});

export const adminSuppliers = router({
  list: staffProcedure("partner_manager", "admin", "super_admin")
    .meta({
      rest: "GET /api/admin/pois/{id}/suppliers",
      scopes: ["places:read"],
      cli: "poi suppliers <id>",
      summary: "List where the meat of a place comes from",
    })
    .input(placeInput)
    .output(supplierList)
    .query(({ ctx, input }) => queries.listForStaff(ctx, input.id)),
  name: staffProcedure("admin", "super_admin")
    .meta({
      rest: "POST /api/admin/pois/{id}/suppliers",
      scopes: ["places:write"],
      status: 201,
      cli: "poi add-supplier <id> <name>",
      summary: "Name a supplier of meat of a place, or confirm it for another quarter",
    })
    .input(nameInput)
    .output(supplier)
    .mutation(({ ctx, input }) => suppliers.nameAsStaff(ctx, input)),
  remove: staffProcedure("admin", "super_admin")
    .meta({
      rest: "DELETE /api/admin/pois/{id}/suppliers/{supplierId}",
      scopes: ["places:write"],
      cli: "poi remove-supplier <id> <supplierId>",
      summary: "Remove a supplier of meat of a place",
    })
    .input(removeInput)
    .output(success)
    .mutation(({ ctx, input }) => suppliers.removeAsStaff(ctx, input)),
});
