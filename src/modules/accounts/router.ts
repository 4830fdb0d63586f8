import { z } from "zod";
import {
  recentStaffProcedure,
  router,
  staffBeforeMfaProcedure,
  staffProcedure,
  staffSelfProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { idInPath, success } from "../../shared/fields.ts";
import { ownSession } from "../../shared/own-session.ts";
import { signInInput } from "../../shared/passkeys.ts";
import * as manager from "./partner-manager-session.ts";
import * as queries from "./queries.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { invite } from "./recovery/invitations.ts";
import { resetMfa } from "./reset-mfa.ts";
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
    .output(success)
    .mutation(({ ctx }) => signIn.logout(ctx)),
  current: staffBeforeMfaProcedure
    .meta({ rest: "GET /api/admin/session", summary: "Show the signed-in staff account" })
    .output(schema.sessionOutput)
    .query(({ ctx }) => signIn.currentSession(ctx)),
  reauthenticate: staffBeforeMfaProcedure
    .meta({
      rest: "POST /api/admin/session/reauthenticate",
      summary: "Confirm your password and code or a passkey, for the calls that need it within ten minutes",
    })
    .input(schema.reauthenticateInput)
    .output(success)
    .mutation(({ ctx, input }) => reauthenticate(ctx, input)),
  list: staffSelfProcedure
    .meta({ rest: "GET /api/admin/sessions", summary: "List your sessions" })
    .output(z.array(ownSession))
    .query(({ ctx }) => signIn.listSessions(ctx)),
  end: staffSelfProcedure
    .meta({ rest: "DELETE /api/admin/sessions/{id}", summary: "Revoke one of your sessions" })
    .input(z.object({ id: idInPath }))
    .output(success)
    .mutation(({ ctx, input }) => signIn.endSession(ctx, input.id)),
  endOthers: staffSelfProcedure
    .meta({ rest: "DELETE /api/admin/sessions", summary: "Revoke all your other sessions" })
    .output(success)
    .mutation(({ ctx }) => signIn.endOtherSessions(ctx)),
  changePassword: staffBeforeMfaProcedure
    .meta({ rest: "PUT /api/admin/password", summary: "Change your password" })
    .input(schema.changePasswordInput)
    .output(success)
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
  loginWithPasskey: visitorProcedure
    .meta({
      rest: "POST /api/partner-manager/passkeys/sign-in",
      summary: "Sign in as a partner manager with a passkey",
    })
    .input(signInInput)
    .output(schema.managerLoginOutput)
    .mutation(({ ctx, input }) => manager.loginAsManagerWithPasskey(ctx, input.response)),
  logout: visitorProcedure
    .meta({ rest: "POST /api/partner-manager/logout", summary: "Sign out as a partner manager" })
    .output(success)
    .mutation(({ ctx }) => signIn.logout(ctx)),
  current: visitorProcedure
    .meta({
      rest: "GET /api/partner-manager/session",
      summary: "Check whether a partner manager is signed in",
    })
    .output(schema.managerSessionOutput)
    .query(({ ctx }) => manager.managerSession(ctx)),
});

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
