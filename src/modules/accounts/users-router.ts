import { recentStaffProcedure, router, staffProcedure } from "../../core/rpc/procedures.ts";
import { bulkInput, selectOutput } from "../../shared/bulk.ts";
import * as queries from "./queries.ts";
import { invite } from "./recovery/invitations.ts";
import { lockdown } from "./recovery/lockdown.ts";
import { resetMfa } from "./recovery/reset-mfa.ts";
import * as schema from "./schema.ts";
import * as accounts from "./service.ts";

const superAdmins = recentStaffProcedure("super_admin");

export const adminUsers = router({
  list: staffProcedure("admin", "super_admin")
    .meta({ rest: "GET /api/admin/users", cli: "admin list", summary: "List staff accounts", list: true })
    .input(schema.userList)
    .output(schema.userPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  counts: staffProcedure("admin", "super_admin")
    .meta({ rest: "GET /api/admin/users/counts", summary: "Count staff accounts" })
    .output(schema.userCounts)
    .query(({ ctx }) => queries.counts(ctx)),
  get: staffProcedure("admin", "super_admin")
    .meta({ rest: "GET /api/admin/users/{id}", cli: "admin show <id>", summary: "Show a staff account" })
    .input(schema.unlockInput)
    .output(schema.staffUser)
    .query(({ ctx, input }) => queries.get(ctx, input.id)),
  create: superAdmins
    .meta({
      rest: "POST /api/admin/users",
      status: 201,
      cli: "admin create",
      summary: "Add a staff account",
      requiredMessage: schema.MISSING_IN_CREATE,
    })
    .input(schema.createInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input }) => accounts.create(ctx, input)),
  invite: superAdmins
    .meta({
      rest: "POST /api/admin/users/invite",
      status: 201,
      cli: "admin invite",
      summary: "Invite a person to a staff account, who then chooses a password",
    })
    .input(schema.inviteInput)
    .output(schema.invitedUser)
    .mutation(({ ctx, input }) => invite(ctx, input)),
  update: superAdmins
    .meta({ rest: "PUT /api/admin/users/{id}", cli: "admin update <id>", summary: "Update a staff account" })
    .input(schema.updateInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) => accounts.update(ctx, id, change)),
  setRole: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/role",
      cli: "admin set-role <id>",
      summary: "Change a staff account's role",
    })
    .input(schema.setRoleInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) => accounts.update(ctx, id, change)),
  deactivate: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/deactivate",
      cli: "admin deactivate <id>",
      summary: "Deactivate a staff account",
    })
    .input(schema.accountInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) =>
      accounts.update(ctx, id, { ...change, isActive: false }),
    ),
  activate: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/activate",
      cli: "admin activate <id>",
      summary: "Activate a staff account",
    })
    .input(schema.accountInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) => accounts.update(ctx, id, { ...change, isActive: true })),
  resetMfa: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/reset-mfa",
      cli: "admin reset-mfa <id>",
      summary: "Disable MFA for a staff account; a super admin's needs two other super admins",
    })
    .input(schema.accountInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input }) => resetMfa(ctx, input)),
  unlock: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/unlock",
      cli: "admin unlock <id>",
      summary: "Unlock a staff account after failed logins",
    })
    .input(schema.unlockInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input }) => accounts.unlock(ctx, input.id)),
  lockdown: superAdmins
    .meta({
      rest: "POST /api/admin/users/{id}/lockdown",
      cli: "admin lockdown <id>",
      summary: "End everything that opens a compromised account, and show its last 50 audit entries",
    })
    .input(schema.unlockInput)
    .output(schema.lockdownOutput)
    .mutation(({ ctx, input }) => lockdown(ctx, input.id)),
  resetPassword: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/reset-password",
      cli: "admin reset-password <id>",
      summary: "Set a new password for a staff account",
    })
    .input(schema.resetPasswordInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) => accounts.update(ctx, id, change)),
  select: staffProcedure("admin", "super_admin")
    .meta({
      rest: "GET /api/admin/users/select",
      summary: "List the ids of all staff accounts that match, if they are as many as you saw",
    })
    .input(schema.userSelection)
    .output(selectOutput)
    .query(({ ctx, input }) => queries.selectUsers(ctx, input)),
  deactivateMany: superAdmins
    .meta({ rest: "POST /api/admin/users/deactivate", summary: "Deactivate up to 50 staff accounts" })
    .input(bulkInput)
    .output(schema.usersChanged)
    .mutation(({ ctx, input }) => accounts.updateEach(ctx, input.ids, { isActive: false })),
  activateMany: superAdmins
    .meta({ rest: "POST /api/admin/users/activate", summary: "Activate up to 50 staff accounts" })
    .input(bulkInput)
    .output(schema.usersChanged)
    .mutation(({ ctx, input }) => accounts.updateEach(ctx, input.ids, { isActive: true })),
  setRoleMany: superAdmins
    .meta({
      rest: "POST /api/admin/users/role",
      summary: "Change the role of up to 50 staff accounts to admin or partner manager",
    })
    .input(schema.setRoleManyInput)
    .output(schema.usersChanged)
    .mutation(({ ctx, input: { ids, role } }) => accounts.updateEach(ctx, ids, { role })),
});
