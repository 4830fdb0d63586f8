import { z } from "zod";
import {
  recentStaffBeforeMfaProcedure,
  recentStaffProcedure,
  recentStaffSelfProcedure,
  router,
  staffBeforeMfaProcedure,
  staffProcedure,
  staffSelfProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import { ownSession, STAFF_ROLES } from "../../shared/people/accounts.ts";
import * as passkeySchema from "../../shared/people/passkeys.ts";
import * as deviceSchema from "./devices/schema.ts";
import * as devices from "./devices/service.ts";
import * as mfa from "./mfa/mfa.ts";
import * as passkeys from "./passkeys.ts";
import { acceptInvitation } from "./recovery/invitations.ts";
import { forgot, lock, reset } from "./recovery/password-reset.ts";
import * as schema from "./schema.ts";
import * as sessions from "./service.ts";
import * as signIn from "./sign-in.ts";
import * as tokenSchema from "./tokens/schema.ts";
import * as tokens from "./tokens/service.ts";

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
    .mutation(({ ctx, input }) => signIn.reauthenticate(ctx, input)),
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
    .mutation(({ ctx, input }) => signIn.loginAsManager(ctx, input)),
  loginWithPasskey: visitorProcedure
    .meta({
      rest: "POST /api/partner-manager/passkeys/sign-in",
      summary: "Sign in as a partner manager with a passkey",
    })
    .input(passkeySchema.signInInput)
    .output(schema.managerPasskeyOutput)
    .mutation(({ ctx, input }) => signIn.loginAsManagerWithPasskey(ctx, input.response)),
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
    .query(({ ctx }) => signIn.managerSession(ctx)),
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
    .output(success)
    .mutation(({ ctx, input }) => mfa.disable(ctx, input)),
  regenerate: staffSelfProcedure
    .meta({ rest: "POST /api/admin/mfa/regenerate-backup-codes", summary: "Regenerate backup codes" })
    .input(schema.proofInput)
    .output(schema.backupCodesOutput)
    .mutation(({ ctx, input }) => mfa.regenerateBackupCodes(ctx, input)),
});

/** What staff can do without a session, with a link from a mail. */
export const adminRecovery = router({
  forgotPassword: visitorProcedure
    .meta({
      rest: "POST /api/admin/password/forgot",
      summary: "Email a link that sets a new staff password",
      rateLimit: "recovery",
    })
    .input(schema.forgotInput)
    .output(success)
    .mutation(({ ctx, input }) => forgot(ctx, input)),
  resetPassword: visitorProcedure
    .meta({
      rest: "POST /api/admin/password/reset",
      summary: "Set a new staff password with the link of an email",
      rateLimit: "recovery",
    })
    .input(schema.resetInput)
    .output(success)
    .mutation(({ ctx, input }) => reset(ctx, input)),
  acceptInvitation: visitorProcedure
    .meta({
      rest: "POST /api/admin/invitations/accept",
      summary: "Accept an invitation by choosing a password",
      rateLimit: "recovery",
    })
    .input(schema.acceptInput)
    .output(schema.acceptOutput)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
  lock: visitorProcedure
    .meta({
      rest: "POST /api/admin/lock",
      summary: "Lock a staff account with the link of a notice",
      rateLimit: "recovery",
    })
    .input(schema.lockInput)
    .output(success)
    .mutation(({ ctx, input }) => lock(ctx, input)),
});

export const adminPasskeys = router({
  list: staffBeforeMfaProcedure
    .meta({ rest: "GET /api/admin/passkeys", summary: "List your passkeys" })
    .output(z.array(passkeySchema.passkey))
    .query(({ ctx }) => passkeys.list(ctx).then((found) => [...found])),
  startAdding: recentStaffBeforeMfaProcedure
    .meta({ rest: "POST /api/admin/passkeys/options", summary: "Start adding a passkey" })
    .output(passkeySchema.creationOptions)
    .mutation(({ ctx }) => passkeys.startAdding(ctx)),
  add: recentStaffBeforeMfaProcedure
    .meta({ rest: "POST /api/admin/passkeys", status: 201, summary: "Add a passkey" })
    .input(passkeySchema.addPasskeyInput)
    .output(passkeySchema.passkey)
    .mutation(({ ctx, input }) => passkeys.add(ctx, input)),
  rename: staffSelfProcedure
    .meta({ rest: "PUT /api/admin/passkeys/{id}", summary: "Rename a passkey" })
    .input(passkeySchema.renamePasskeyInput)
    .output(passkeySchema.passkey)
    .mutation(({ ctx, input }) => passkeys.rename(ctx, input)),
  delete: recentStaffSelfProcedure
    .meta({ rest: "DELETE /api/admin/passkeys/{id}", summary: "Remove a passkey" })
    .input(passkeySchema.passkeyId)
    .output(success)
    .mutation(({ ctx, input }) => passkeys.remove(ctx, input.id)),
  startSignIn: visitorProcedure
    .meta({
      rest: "POST /api/admin/passkeys/sign-in/options",
      summary: "Start signing in with a passkey as staff",
      rateLimit: "passkey",
    })
    .output(passkeySchema.requestOptions)
    .mutation(({ ctx }) => passkeys.startSignIn(ctx)),
  signIn: visitorProcedure
    .meta({ rest: "POST /api/admin/passkeys/sign-in", summary: "Sign in as staff with a passkey" })
    .input(passkeySchema.signInInput)
    .output(schema.loginOutput)
    .mutation(({ ctx, input }) => signIn.loginWithPasskey(ctx, input.response)),
});

export const adminTokens = router({
  list: staffProcedure(...STAFF_ROLES)
    .meta({ rest: "GET /api/admin/tokens", cli: "token list", summary: "List API tokens", list: true })
    .input(tokenSchema.tokenList)
    .output(tokenSchema.tokenPage)
    .query(({ ctx, input }) => tokens.listTokens(ctx, input)),
  create: recentStaffProcedure(...STAFF_ROLES)
    .meta({
      rest: "POST /api/admin/tokens",
      status: 201,
      cli: "token create",
      summary: "Create an API token, which is shown once",
    })
    .input(tokenSchema.createTokenInput)
    .output(tokenSchema.createdToken)
    .mutation(({ ctx, input }) => tokens.createToken(ctx, input)),
  revoke: staffProcedure(...STAFF_ROLES)
    .meta({
      rest: "DELETE /api/admin/tokens/{id}",
      cli: "token revoke <id>",
      summary: "Revoke an API token",
    })
    .input(tokenSchema.tokenInPath)
    .output(success)
    .mutation(({ ctx, input }) => tokens.revokeToken(ctx, input.id)),
  revokeHeld: visitorProcedure
    .meta({
      rest: "POST /api/admin/tokens/revoke",
      summary: "Revoke the API token in the body, with no other credentials",
    })
    .input(tokenSchema.heldToken)
    .output(success)
    .mutation(({ ctx, input }) => tokens.revokeHeldToken(ctx, input.token)),
});

export const adminDevices = router({
  start: visitorProcedure
    .meta({
      rest: "POST /api/admin/devices",
      summary: "Begin the sign-in of a device (RFC 8628)",
      rateLimit: "device",
    })
    .input(deviceSchema.startDeviceInput)
    .output(deviceSchema.startedDevice)
    .mutation(({ ctx, input }) => devices.startDevice(ctx, input)),
  token: visitorProcedure
    .meta({ rest: "POST /api/admin/devices/token", summary: "Collect the token of an approved device" })
    .input(deviceSchema.pollInput)
    .output(deviceSchema.deviceToken)
    .mutation(({ ctx, input }) => devices.collectToken(ctx, input.deviceCode)),
  show: staffSelfProcedure
    .meta({ rest: "GET /api/admin/devices/{userCode}", summary: "Show the device that waits with this code" })
    .input(deviceSchema.userCodeInput)
    .output(deviceSchema.waitingDevice)
    .query(({ ctx, input }) => devices.showDevice(ctx, input.userCode)),
  approve: recentStaffSelfProcedure
    .meta({
      rest: "POST /api/admin/devices/approve",
      summary: "Approve the device that waits with this code",
    })
    .input(deviceSchema.approveInput)
    .output(success)
    .mutation(({ ctx, input }) => devices.approveDevice(ctx, input)),
  deny: staffSelfProcedure
    .meta({ rest: "POST /api/admin/devices/deny", summary: "Refuse the device that waits with this code" })
    .input(deviceSchema.userCodeInput)
    .output(success)
    .mutation(({ ctx, input }) => devices.denyDevice(ctx, input.userCode)),
});
