import { recentStaffProcedure, router, visitorProcedure } from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import * as self from "./self.ts";
import { erase } from "./service.ts";

const recentSuperAdmins = recentStaffProcedure("super_admin");

export const adminPeople = router({
  show: recentSuperAdmins
    .meta({
      rest: "GET /api/admin/people",
      cli: "person show <email>",
      summary: "Show everything kept about an email address, and what would stay after erasing it",
    })
    .input(schema.personInput)
    .output(schema.personOutput)
    .query(({ ctx, input }) => queries.show(ctx, input.email)),
  export: recentSuperAdmins
    .meta({
      rest: "GET /api/admin/people/export",
      cli: "person export <email>",
      summary: "Export everything kept about an email address as JSON",
      download: "person.json",
      slow: true,
    })
    .input(schema.personInput)
    .query(({ ctx, input }) => queries.exportAll(ctx, input.email)),
  erase: recentSuperAdmins
    .meta({
      rest: "POST /api/admin/people/erase",
      cli: "person erase <email>",
      summary: "Erase a person: everything kept about an email address, and name what stays",
    })
    .input(schema.personInput)
    .output(schema.forgetOutput)
    .mutation(({ ctx, input }) => erase(ctx, input.email)),
});

/** `erase` under the name that it had first, for the same callers. */
export const adminForget = router({
  forget: recentSuperAdmins
    .meta({
      cli: "waitlist forget <email>",
      summary: "Erase a person: everything kept about an email address, and name what stays",
    })
    .input(schema.personInput)
    .output(schema.forgetOutput)
    .mutation(({ ctx, input }) => erase(ctx, input.email)),
});

/** What people do with their own data by a mailed link, without an account. */
export const publicMe = router({
  link: visitorProcedure
    .meta({
      rest: "POST /api/me/link",
      summary: "Email an address the link to what is kept about it",
      rateLimit: "recovery",
    })
    .input(schema.personInput)
    .output(success)
    .mutation(({ ctx, input }) => self.requestLink(ctx, input.email)),
  show: visitorProcedure
    .meta({ rest: "POST /api/me", summary: "Show what is kept about one's address", rateLimit: "recovery" })
    .input(schema.meInput)
    .output(schema.ownData)
    .mutation(({ ctx, input }) => self.show(ctx, input.token)),
  confirm: visitorProcedure
    .meta({ rest: "POST /api/me/confirm", summary: "Confirm one's address", rateLimit: "recovery" })
    .input(schema.meInput)
    .output(success)
    .mutation(({ ctx, input }) => self.confirm(ctx, input.token)),
  update: visitorProcedure
    .meta({ rest: "POST /api/me/update", summary: "Correct one's signup", rateLimit: "recovery" })
    .input(schema.meUpdateInput)
    .output(success)
    .mutation(({ ctx, input }) => self.update(ctx, input)),
  leave: visitorProcedure
    .meta({ rest: "POST /api/me/leave", summary: "Leave the waitlist" }) // mail providers post for many people from few addresses
    .input(schema.meInput)
    .output(success)
    .mutation(({ ctx, input }) => self.leave(ctx, input.token)),
  rejoin: visitorProcedure
    .meta({
      rest: "POST /api/me/rejoin",
      summary: "Take leaving the waitlist back",
      rateLimit: "recovery",
    })
    .input(schema.meInput)
    .output(success)
    .mutation(({ ctx, input }) => self.rejoin(ctx, input.token)),
  export: visitorProcedure
    .meta({
      rest: "POST /api/me/export",
      summary: "Export what is kept about one's address",
      rateLimit: "recovery",
    })
    .input(schema.meInput)
    .output(schema.ownExport)
    .mutation(({ ctx, input }) => self.exportOwn(ctx, input.token)),
  erase: visitorProcedure
    .meta({
      rest: "POST /api/me/erase",
      summary: "Erase what is kept about one's address",
      rateLimit: "recovery",
    })
    .input(schema.meInput)
    .output(schema.forgetOutput)
    .mutation(({ ctx, input }) => self.erase(ctx, input.token)),
});
