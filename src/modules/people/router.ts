import { recentStaffProcedure, router } from "../../core/rpc/procedures.ts";
import * as queries from "./queries.ts";
import { forgetOutput, personInput, personOutput } from "./schema.ts";
import { erase } from "./service.ts";

const recentSuperAdmins = recentStaffProcedure("super_admin");

export const adminPeople = router({
  show: recentSuperAdmins
    .meta({
      rest: "GET /api/admin/people",
      cli: "person show <email>",
      summary: "Show everything kept about an email address, and what would stay after erasing it",
    })
    .input(personInput)
    .output(personOutput)
    .query(({ ctx, input }) => queries.show(ctx, input.email)),
  export: recentSuperAdmins
    .meta({
      rest: "GET /api/admin/people/export",
      cli: "person export <email>",
      summary: "Export everything kept about an email address as JSON",
      download: "person.json",
      slow: true,
    })
    .input(personInput)
    .query(({ ctx, input }) => queries.exportAll(ctx, input.email)),
  erase: recentSuperAdmins
    .meta({
      rest: "POST /api/admin/people/erase",
      cli: "person erase <email>",
      summary: "Erase a person: everything kept about an email address, and name what stays",
    })
    .input(personInput)
    .output(forgetOutput)
    .mutation(({ ctx, input }) => erase(ctx, input.email)),
});

/** The same under the name that it had first. */
export const adminForget = router({
  forget: recentStaffProcedure("admin", "super_admin")
    .meta({
      cli: "waitlist forget <email>",
      summary: "Erase a person: everything kept about an email address, and name what stays",
    })
    .input(personInput)
    .output(forgetOutput)
    .mutation(({ ctx, input }) => erase(ctx, input.email)),
});
