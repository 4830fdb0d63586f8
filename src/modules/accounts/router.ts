import { z } from "zod";
import {
  recentStaffProcedure,
  router,
  staffBeforeMfaProcedure,
  staffProcedure,
  staffSelfProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { idInPath } from "../../shared/fields.ts";
import { ownSession } from "../../shared/own-session.ts";
import * as mfa from "./mfa.ts";
import * as manager from "./partner-manager-session.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import * as accounts from "./service.ts";
import * as signIn from "./sign-in.ts";

export const adminSession = router({
  login: visitorProcedure
    .meta({
      rest: "POST /api/admin/login",
      summary: "Sign in as staff",
      requiredMessage: schema.MISSING_AT_LOGIN,
    })
    .input(schema.loginInput)
    .output(schema.loginOutput)
    .mutation(({ ctx, input }) => signIn.login(ctx, input)),
  logout: visitorProcedure
    .meta({ rest: "POST /api/admin/logout", summary: "Sign out" })
    .output(schema.success)
    .mutation(({ ctx }) => signIn.logout(ctx)),
  current: staffBeforeMfaProcedure
    .meta({ rest: "GET /api/admin/session", summary: "Show the signed-in staff account" })
    .output(schema.sessionOutput)
    .query(({ ctx }) => signIn.currentSession(ctx)),
  reauthenticate: staffBeforeMfaProcedure
    .meta({
      rest: "POST /api/admin/session/reauthenticate",
      summary: "Confirm your password and code, for the calls that need it within ten minutes",
    })
    .input(schema.proofInput)
    .output(schema.success)
    .mutation(({ ctx, input }) => signIn.reauthenticate(ctx, input)),
  list: staffSelfProcedure
    .meta({ rest: "GET /api/admin/sessions", summary: "List your sessions" })
    .output(z.array(ownSession))
    .query(({ ctx }) => signIn.listSessions(ctx)),
  end: staffSelfProcedure
    .meta({ rest: "DELETE /api/admin/sessions/{id}", summary: "Revoke one of your sessions" })
    .input(z.object({ id: idInPath }))
    .output(schema.success)
    .mutation(({ ctx, input }) => signIn.endSession(ctx, input.id)),
  endOthers: staffSelfProcedure
    .meta({ rest: "DELETE /api/admin/sessions", summary: "Revoke all your other sessions" })
    .output(schema.success)
    .mutation(({ ctx }) => signIn.endOtherSessions(ctx)),
  changePassword: staffBeforeMfaProcedure
    .meta({ rest: "PUT /api/admin/password", summary: "Change your password" })
    .input(schema.changePasswordInput)
    .output(schema.success)
    .mutation(({ ctx, input }) => signIn.changePassword(ctx, input)),
});

export const partnerManagerSession = router({
  login: visitorProcedure
    .meta({
      rest: "POST /api/partner-manager/login",
      summary: "Sign in as a partner manager",
      requiredMessage: schema.MISSING_AT_LOGIN,
    })
    .input(schema.loginInput)
    .output(schema.managerLoginOutput)
    .mutation(({ ctx, input }) => manager.loginAsManager(ctx, input)),
  logout: visitorProcedure
    .meta({ rest: "POST /api/partner-manager/logout", summary: "Sign out as a partner manager" })
    .output(schema.success)
    .mutation(({ ctx }) => signIn.logout(ctx)),
  current: visitorProcedure
    .meta({
      rest: "GET /api/partner-manager/session",
      summary: "Check whether a partner manager is signed in",
    })
    .output(schema.managerSessionOutput)
    .query(({ ctx }) => manager.managerSession(ctx)),
});

export const adminMfa = router({
  setup: staffBeforeMfaProcedure
    .meta({ rest: "POST /api/admin/mfa/setup", summary: "Start MFA setup" })
    .input(schema.proofInput)
    .output(schema.setupMfaOutput)
    .mutation(({ ctx, input }) => mfa.setup(ctx, input)),
  enable: staffBeforeMfaProcedure
    .meta({ rest: "POST /api/admin/mfa/enable", summary: "Enable MFA with a first code" })
    .input(schema.enableMfaInput)
    .output(schema.enableMfaOutput)
    .mutation(({ ctx, input }) => mfa.enable(ctx, input)),
  status: staffBeforeMfaProcedure
    .meta({
      rest: "GET /api/admin/mfa/status",
      summary: "Show whether MFA is on, and how many backup codes are left",
    })
    .output(schema.mfaStatus)
    .query(({ ctx }) => mfa.status(ctx)),
  disable: staffSelfProcedure
    .meta({ rest: "POST /api/admin/mfa/disable", summary: "Disable MFA" })
    .input(schema.proofInput)
    .output(schema.success)
    .mutation(({ ctx, input }) => mfa.disable(ctx, input)),
  regenerate: staffSelfProcedure
    .meta({ rest: "POST /api/admin/mfa/regenerate-backup-codes", summary: "Regenerate backup codes" })
    .input(schema.proofInput)
    .output(schema.backupCodesOutput)
    .mutation(({ ctx, input }) => mfa.regenerateBackupCodes(ctx, input)),
});

const superAdmins = recentStaffProcedure("super_admin");

export const adminUsers = router({
  list: staffProcedure("admin", "super_admin")
    .meta({
      rest: "GET /api/admin/users",
      cli: "admin list",
      summary: "List staff accounts",
      list: true,
    })
    .input(schema.userList)
    .output(schema.userPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  counts: staffProcedure("admin", "super_admin")
    .meta({ rest: "GET /api/admin/users/counts", summary: "Count staff accounts" })
    .output(schema.userCounts)
    .query(({ ctx }) => queries.counts(ctx)),
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
  update: superAdmins
    .meta({ rest: "PUT /api/admin/users/{id}", summary: "Update a staff account" })
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
    .mutation(({ ctx, input: { id, updatedAt } }) =>
      accounts.update(ctx, id, { isActive: false, updatedAt }),
    ),
  activate: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/activate",
      cli: "admin activate <id>",
      summary: "Activate a staff account",
    })
    .input(schema.accountInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, updatedAt } }) => accounts.update(ctx, id, { isActive: true, updatedAt })),
  resetMfa: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/reset-mfa",
      cli: "admin reset-mfa <id>",
      summary: "Disable MFA for a staff account",
    })
    .input(schema.accountInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input }) => accounts.resetMfa(ctx, input)),
  resetPassword: superAdmins
    .meta({
      rest: "PUT /api/admin/users/{id}/reset-password",
      cli: "admin reset-password <id>",
      summary: "Set a new password for a staff account",
    })
    .input(schema.resetPasswordInput)
    .output(schema.staffUser)
    .mutation(({ ctx, input: { id, ...change } }) => accounts.update(ctx, id, change)),
});
