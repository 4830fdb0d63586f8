import { z } from "zod";
import {
  partnerProcedure,
  recentStaffProcedure,
  router,
  staffProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import { ownSession } from "../../shared/people/accounts.ts";
import { inviteAgain } from "./invitation.ts";
import * as queries from "./queries.ts";
import * as recovery from "./recovery/service.ts";
import * as removal from "./removal/service.ts";
import * as schema from "./schema.ts";
import * as partners from "./service.ts";
import * as signIn from "./sign-in.ts";

export const partnerSession = router({
  register: visitorProcedure
    .meta({
      rest: "POST /partner/api/register",
      status: 201,
      summary: "Register a business",
      rateLimit: "register",
    })
    .input(schema.registerInput)
    .output(schema.profile)
    .mutation(({ ctx, input }) => partners.register(ctx, input)),
  login: visitorProcedure
    .meta({ rest: "POST /partner/api/login", summary: "Sign in as a partner" })
    .input(schema.loginInput)
    .output(schema.profile)
    .mutation(({ ctx, input }) => signIn.login(ctx, input)),
  logout: visitorProcedure
    .meta({ rest: "POST /partner/api/logout", summary: "Sign out as a partner" })
    .output(success)
    .mutation(({ ctx }) => signIn.logout(ctx)),
  current: partnerProcedure
    .meta({ rest: "GET /partner/api/me", summary: "Show the signed-in partner" })
    .output(schema.profile)
    .query(({ ctx }) => queries.ownProfile(ctx)),
  reauthenticate: partnerProcedure
    .meta({
      rest: "POST /partner/api/session/reauthenticate",
      summary: "Confirm your password or a passkey, for the calls that need it within ten minutes",
    })
    .input(schema.reauthenticateInput)
    .output(success)
    .mutation(({ ctx, input }) => signIn.reauthenticate(ctx, input)),
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/sessions", summary: "List your partner sessions" })
    .output(z.array(ownSession))
    .query(({ ctx }) => signIn.listSessions(ctx)),
  end: partnerProcedure
    .meta({ rest: "DELETE /partner/api/sessions/{id}", summary: "Revoke a partner session" })
    .input(schema.sessionId)
    .output(success)
    .mutation(({ ctx, input }) => signIn.endSession(ctx, input.id)),
  endOthers: partnerProcedure
    .meta({ rest: "DELETE /partner/api/sessions", summary: "Revoke all your other partner sessions" })
    .output(success)
    .mutation(({ ctx }) => signIn.endOtherSessions(ctx)),
  changePassword: partnerProcedure
    .meta({ rest: "PUT /partner/api/password", summary: "Change your partner password" })
    .input(schema.changePasswordInput)
    .output(success)
    .mutation(({ ctx, input }) => signIn.changePassword(ctx, input)),
});

const managers = staffProcedure("partner_manager", "super_admin");

export const managedPartners = router({
  list: managers
    .meta({
      rest: "GET /api/partner-manager/partners",
      cli: "partner list",
      summary: "List partners",
      list: true,
    })
    .input(schema.partnerList)
    .output(schema.partnerPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  counts: managers
    .meta({ rest: "GET /api/partner-manager/partners/counts", summary: "Count partners" })
    .output(schema.partnerCounts)
    .query(({ ctx }) => queries.counts(ctx)),
  get: managers
    .meta({
      rest: "GET /api/partner-manager/partners/{id}",
      cli: "partner show <id>",
      summary: "Show a partner",
    })
    .input(schema.partnerId)
    .output(schema.partnerDetail)
    .query(({ ctx, input }) => queries.byIdOrEmail(ctx, input.id)),
  create: managers
    .meta({
      rest: "POST /api/partner-manager/partners",
      status: 201,
      cli: "partner create",
      summary: "Create a partner",
    })
    .input(schema.registerInput)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.register(ctx, input)),
  update: managers
    .meta({
      rest: "PUT /api/partner-manager/partners/{id}",
      cli: "partner update <id>",
      summary: "Update a partner",
    })
    .input(schema.updateInput)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.update(ctx, input)),
  verify: managers
    .meta({
      rest: "PUT /api/partner-manager/partners/{id}/verify",
      cli: "partner verify <id>",
      summary: "Verify a partner",
    })
    .input(schema.partnerId)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.verify(ctx, input.id)),
  unlock: managers
    .meta({
      rest: "PUT /api/partner-manager/partners/{id}/unlock",
      cli: "partner unlock <id>",
      summary: "Unlock a partner after failed logins",
    })
    .input(schema.partnerId)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.unlock(ctx, input.id)),
  resetPassword: recentStaffProcedure("partner_manager", "super_admin")
    .meta({
      rest: "POST /api/partner-manager/partners/{id}/reset-password",
      cli: "partner reset-password <id>",
      summary: "Mail a partner a link to choose a new password",
    })
    .input(schema.partnerId)
    .output(schema.resetLink)
    .mutation(({ ctx, input }) => recovery.resetFor(ctx, input.id)),
  invite: recentStaffProcedure("partner_manager", "super_admin")
    .meta({
      rest: "POST /api/partner-manager/partners/{id}/invite",
      cli: "partner invite <id>",
      summary: "Mail a new link to choose a password to a partner who has never signed in",
    })
    .input(schema.partnerId)
    .output(schema.resetLink)
    .mutation(({ ctx, input }) => inviteAgain(ctx, input.id)),
  delete: recentStaffProcedure("partner_manager", "super_admin")
    .meta({
      rest: "DELETE /api/partner-manager/partners/{id}",
      cli: "partner delete <id>",
      summary: "Delete a partner and release its places",
    })
    .input(schema.partnerId)
    .output(success)
    .mutation(({ ctx, input }) => removal.remove(ctx, input.id)),
});
