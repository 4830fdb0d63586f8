import { router, visitorProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import { forgetOutput, meInput, meUpdateInput, ownData, ownExport, personInput } from "../schema.ts";
import * as self from "./service.ts";

/** What people do with their own data by a mailed link, without an account. */
export const publicMe = router({
  link: visitorProcedure
    .meta({
      rest: "POST /api/me/link",
      summary: "Email an address the link to what is kept about it",
      rateLimit: "recovery",
    })
    .input(personInput)
    .output(success)
    .mutation(({ ctx, input }) => self.requestLink(ctx, input.email)),
  show: visitorProcedure
    .meta({ rest: "POST /api/me", summary: "Show what is kept about one's address", rateLimit: "recovery" })
    .input(meInput)
    .output(ownData)
    .mutation(({ ctx, input }) => self.show(ctx, input.token)),
  confirm: visitorProcedure
    .meta({ rest: "POST /api/me/confirm", summary: "Confirm one's address", rateLimit: "recovery" })
    .input(meInput)
    .output(success)
    .mutation(({ ctx, input }) => self.confirm(ctx, input.token)),
  update: visitorProcedure
    .meta({ rest: "POST /api/me/update", summary: "Correct one's signup", rateLimit: "recovery" })
    .input(meUpdateInput)
    .output(success)
    .mutation(({ ctx, input }) => self.update(ctx, input)),
  leave: visitorProcedure
    .meta({ rest: "POST /api/me/leave", summary: "Leave the waitlist" }) // mail providers post for many people from few addresses
    .input(meInput)
    .output(success)
    .mutation(({ ctx, input }) => self.leave(ctx, input.token)),
  export: visitorProcedure
    .meta({
      rest: "POST /api/me/export",
      summary: "Export what is kept about one's address",
      rateLimit: "recovery",
    })
    .input(meInput)
    .output(ownExport)
    .mutation(({ ctx, input }) => self.exportOwn(ctx, input.token)),
  erase: visitorProcedure
    .meta({
      rest: "POST /api/me/erase",
      summary: "Erase what is kept about one's address",
      rateLimit: "recovery",
    })
    .input(meInput)
    .output(forgetOutput)
    .mutation(({ ctx, input }) => self.erase(ctx, input.token)),
});
