import { z } from "zod";
import {
  partnerProcedure,
  personProcedure,
  recentPartnerProcedure,
  recentPersonProcedure,
  router,
  visitorProcedure,
} from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import { ownSession } from "../../../shared/people/accounts.ts";
import * as passkeySchema from "../../../shared/people/passkeys.ts";
import * as invitations from "../people/invitations.ts";
import * as peopleSchema from "../people/schema.ts";
import * as people from "../people/service.ts";
import * as queries from "../queries.ts";
import { exportOwn } from "../removal/personal-data.ts";
import * as removal from "../removal/service.ts";
import * as schema from "../schema.ts";
import * as partners from "../service.ts";
import * as email from "./change-email.ts";
import * as passkeys from "./passkeys.ts";
import * as recovery from "./recovery.ts";
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

export const partnerAccount = router({
  export: partnerProcedure
    .meta({
      rest: "GET /partner/api/me/export",
      summary: "Export everything kept about you as JSON",
      download: "my-data.json",
      slow: true,
    })
    .query(({ ctx }) => exportOwn(ctx)),
  delete: personProcedure("owner")
    .meta({ rest: "DELETE /partner/api/me", summary: "Delete your business with the accounts of its people" })
    .input(schema.deleteOwnInput)
    .output(success)
    .mutation(({ ctx, input }) => removal.removeOwn(ctx, input.password)),
});

export const partnerProfile = router({
  update: personProcedure("owner")
    .meta({ rest: "PUT /partner/api/me", summary: "Change the names and phone number of your business" })
    .input(schema.updateOwnInput)
    .output(schema.profile)
    .mutation(({ ctx, input }) => partners.updateOwn(ctx, input)),
});

export const partnerEmail = router({
  status: partnerProcedure
    .meta({ rest: "GET /partner/api/email", summary: "Show whether your address is confirmed" })
    .output(schema.emailStatus)
    .query(({ ctx }) => email.status(ctx)),
  confirm: visitorProcedure
    .meta({
      rest: "POST /partner/api/email/confirm",
      summary: "Confirm an e-mail address by the mailed link or, signed in, by its code",
      rateLimit: "recovery",
    })
    .input(schema.confirmEmailInput)
    .output(success)
    .mutation(({ ctx, input }) => email.confirm(ctx, input)),
  resend: partnerProcedure
    .meta({
      rest: "POST /partner/api/email/resend",
      summary: "Mail another link and code to confirm your address",
      rateLimit: "recovery",
    })
    .output(success)
    .mutation(({ ctx }) => email.resend(ctx)),
  change: partnerProcedure
    .meta({
      rest: "POST /partner/api/email/change",
      summary: "Change your e-mail address once the new one is confirmed",
      rateLimit: "recovery",
    })
    .input(schema.changeEmailInput)
    .output(schema.profile)
    .mutation(({ ctx, input }) => email.requestChange(ctx, input)),
  undo: visitorProcedure
    .meta({
      rest: "POST /partner/api/email/undo",
      summary: "Restore a replaced e-mail address by the link that was mailed to it",
      rateLimit: "recovery",
    })
    .input(schema.undoEmailInput)
    .output(success)
    .mutation(({ ctx, input }) => email.undo(ctx, input.token)),
});

export const partnerPassword = router({
  forgot: visitorProcedure
    .meta({
      rest: "POST /partner/api/password/forgot",
      summary: "Mail a link to choose a new partner password",
      rateLimit: "recovery",
    })
    .input(schema.forgotInput)
    .output(success)
    .mutation(({ ctx, input }) => recovery.forgot(ctx, input)),
  reset: visitorProcedure
    .meta({
      rest: "POST /partner/api/password/reset",
      summary: "Choose a new partner password by a mailed link",
      rateLimit: "recovery",
    })
    .input(schema.resetInput)
    .output(success)
    .mutation(({ ctx, input }) => recovery.reset(ctx, input)),
  lock: visitorProcedure
    .meta({
      rest: "POST /partner/api/lock",
      summary: "Lock a partner account with the link of a notice",
      rateLimit: "recovery",
    })
    .input(schema.lockInput)
    .output(success)
    .mutation(({ ctx, input }) => recovery.lock(ctx, input.token)),
});

const owners = recentPersonProcedure("owner");
const inviters = recentPersonProcedure("owner", "manager");

export const partnerPeople = router({
  list: partnerProcedure
    .meta({
      rest: "GET /partner/api/people",
      summary: "List the people of your business and whom it invited",
    })
    .output(peopleSchema.people)
    .query(({ ctx }) => people.list(ctx)),
  me: partnerProcedure
    .meta({ rest: "GET /partner/api/people/me", summary: "Show which person of your business you are" })
    .output(peopleSchema.person)
    .query(({ ctx }) => queries.ownPerson(ctx)),
  rename: partnerProcedure
    .meta({ rest: "PUT /partner/api/people/me", summary: "Change your own name" })
    .input(peopleSchema.nameInput)
    .output(peopleSchema.person)
    .mutation(({ ctx, input }) => people.rename(ctx, input)),
  changeRole: owners
    .meta({ rest: "PUT /partner/api/people/{id}", summary: "Give a person of your business another role" })
    .input(peopleSchema.roleInput)
    .output(peopleSchema.person)
    .mutation(({ ctx, input }) => people.changeRole(ctx, input)),
  remove: owners
    .meta({ rest: "DELETE /partner/api/people/{id}", summary: "Remove a person from your business" })
    .input(peopleSchema.personId)
    .output(success)
    .mutation(({ ctx, input }) => people.remove(ctx, input.id)),
  leave: partnerProcedure
    .meta({ rest: "POST /partner/api/people/leave", summary: "Leave your business, which keeps its places" })
    .input(schema.deleteOwnInput)
    .output(success)
    .mutation(({ ctx, input }) => people.leave(ctx, input.password)),
  invite: inviters
    .meta({
      rest: "POST /partner/api/people/invitations",
      status: 201,
      summary: "Mail a person a link to join your business",
      rateLimit: "invite",
    })
    .input(peopleSchema.inviteInput)
    .output(peopleSchema.invited)
    .mutation(({ ctx, input }) => invitations.invite(ctx, input)),
  withdraw: personProcedure("owner", "manager")
    .meta({ rest: "DELETE /partner/api/people/invitations/{id}", summary: "Withdraw an invitation" })
    .input(peopleSchema.invitationId)
    .output(success)
    .mutation(({ ctx, input }) => invitations.withdraw(ctx, input.id)),
  invitation: visitorProcedure
    .meta({
      rest: "POST /partner/api/people/invitations/show",
      summary: "Show which business the link of an invitation is from",
      rateLimit: "recovery",
    })
    .input(peopleSchema.linkInput)
    .output(peopleSchema.shownInvitation.nullable())
    .mutation(({ ctx, input }) => invitations.show(ctx, input.token)),
  accept: visitorProcedure
    .meta({
      rest: "POST /partner/api/people/invitations/accept",
      summary: "Join a business by the link of an invitation",
      rateLimit: "recovery",
    })
    .input(peopleSchema.acceptInput)
    .output(success)
    .mutation(({ ctx, input }) => invitations.accept(ctx, input)),
});

export const ownPartnerPasskeys = router({
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/passkeys", summary: "List your passkeys" })
    .output(z.array(passkeySchema.passkey))
    .query(({ ctx }) => passkeys.list(ctx).then((found) => [...found])),
  startAdding: recentPartnerProcedure
    .meta({ rest: "POST /partner/api/passkeys/options", summary: "Start adding a passkey" })
    .output(passkeySchema.creationOptions)
    .mutation(({ ctx }) => passkeys.startAdding(ctx)),
  add: recentPartnerProcedure
    .meta({ rest: "POST /partner/api/passkeys", status: 201, summary: "Add a passkey" })
    .input(passkeySchema.addPasskeyInput)
    .output(passkeySchema.passkey)
    .mutation(({ ctx, input }) => passkeys.add(ctx, input)),
  rename: partnerProcedure
    .meta({ rest: "PUT /partner/api/passkeys/{id}", summary: "Rename a passkey" })
    .input(passkeySchema.renamePasskeyInput)
    .output(passkeySchema.passkey)
    .mutation(({ ctx, input }) => passkeys.rename(ctx, input)),
  delete: recentPartnerProcedure
    .meta({ rest: "DELETE /partner/api/passkeys/{id}", summary: "Remove a passkey" })
    .input(passkeySchema.passkeyId)
    .output(success)
    .mutation(({ ctx, input }) => passkeys.remove(ctx, input.id)),
  startSignIn: visitorProcedure
    .meta({
      rest: "POST /partner/api/passkeys/sign-in/options",
      summary: "Start signing in with a passkey as a partner",
      rateLimit: "passkey",
    })
    .output(passkeySchema.requestOptions)
    .mutation(({ ctx }) => passkeys.startSignIn(ctx)),
  signIn: visitorProcedure
    .meta({ rest: "POST /partner/api/passkeys/sign-in", summary: "Sign in as a partner with a passkey" })
    .input(passkeySchema.signInInput)
    .output(schema.profile)
    .mutation(({ ctx, input }) => signIn.loginWithPasskey(ctx, input.response)),
});
