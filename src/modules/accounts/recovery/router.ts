import { router, visitorProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as schema from "../schema.ts";
import { acceptInvitation } from "./invitations.ts";
import { lock } from "./lock.ts";
import { forgot, reset } from "./password-reset.ts";

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
