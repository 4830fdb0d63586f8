import { z } from "zod";
import {
  router,
  staffBeforeMfaProcedure,
  staffProcedure,
  staffSelfProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import { ownSession, STAFF_ROLES } from "../../shared/people/accounts.ts";
import { signInInput } from "../../shared/people/passkeys.ts";
import * as manager from "./partner-manager-session.ts";
import { reauthenticate } from "./reauthenticate.ts";
import * as schema from "./schema.ts";
import * as sessions from "./sessions.ts";
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
  list: staffProcedure(...STAFF_ROLES)
    .meta({
      rest: "GET /api/admin/sessions",
      cli: "session list",
      summary: "List your sessions, or those of another account",
    })
    .input(schema.sessionsInput)
    .output(z.array(ownSession))
    .query(({ ctx, input }) => sessions.listSessions(ctx, input)),
  end: staffProcedure(...STAFF_ROLES)
    .meta({
      rest: "DELETE /api/admin/sessions/{id}",
      cli: "session revoke <id>",
      summary: "Revoke one of your sessions, or one of another account",
    })
    .input(schema.endSessionInput)
    .output(success)
    .mutation(({ ctx, input }) => sessions.endSession(ctx, input)),
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
    .output(schema.managerPasskeyOutput)
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
