import { partnerProcedure, router, visitorProcedure } from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import * as queries from "./email/queries.ts";
import * as email from "./email/service.ts";
import { updateOwn } from "./profile.ts";
import { lock } from "./recovery/lock.ts";
import * as recovery from "./recovery/service.ts";
import * as schema from "./schema.ts";

export const partnerProfile = router({
  update: partnerProcedure
    .meta({ rest: "PUT /partner/api/me", summary: "Change your names and phone number" })
    .input(schema.updateOwnInput)
    .output(schema.profile)
    .mutation(({ ctx, input }) => updateOwn(ctx, input)),
});

export const partnerEmail = router({
  status: partnerProcedure
    .meta({ rest: "GET /partner/api/email", summary: "Show whether your address is confirmed" })
    .output(schema.emailStatus)
    .query(({ ctx }) => queries.status(ctx)),
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
    .mutation(({ ctx, input }) => lock(ctx, input.token)),
});
