import { recentStaffProcedure, router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { bulkInput, selectOutput } from "../../../shared/bulk.ts";
import { selectUsers } from "../queries.ts";
import { setRoleManyInput, userSelection, usersChanged } from "./schema.ts";
import { updateEach } from "./service.ts";

const superAdmins = recentStaffProcedure("super_admin");

export const adminUsersBulk = router({
  select: staffProcedure("admin", "super_admin")
    .meta({
      rest: "GET /api/admin/users/select",
      summary: "List the ids of all staff accounts that match, if they are as many as you saw",
    })
    .input(userSelection)
    .output(selectOutput)
    .query(({ ctx, input }) => selectUsers(ctx, input)),
  deactivateMany: superAdmins
    .meta({ rest: "POST /api/admin/users/deactivate", summary: "Deactivate up to 50 staff accounts" })
    .input(bulkInput)
    .output(usersChanged)
    .mutation(({ ctx, input }) => updateEach(ctx, input.ids, { isActive: false })),
  activateMany: superAdmins
    .meta({ rest: "POST /api/admin/users/activate", summary: "Activate up to 50 staff accounts" })
    .input(bulkInput)
    .output(usersChanged)
    .mutation(({ ctx, input }) => updateEach(ctx, input.ids, { isActive: true })),
  setRoleMany: superAdmins
    .meta({
      rest: "POST /api/admin/users/role",
      summary: "Change the role of up to 50 staff accounts to admin or partner manager",
    })
    .input(setRoleManyInput)
    .output(usersChanged)
    .mutation(({ ctx, input: { ids, role } }) => updateEach(ctx, ids, { role })),
});
