import {
  recentStaffProcedure,
  router,
  scheduleProcedure,
  staffProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import * as queries from "./queries.ts";
import {
  joinInput,
  joinOutput,
  MISSING,
  signupExport,
  signupList,
  signupPage,
  welcomeOutput,
} from "./schema.ts";
import * as waitlist from "./service.ts";
import { postWelcomes } from "./welcome/service.ts";

const admins = staffProcedure("admin", "super_admin");
const recentAdmins = recentStaffProcedure("admin", "super_admin");

export const publicWaitlist = router({
  join: visitorProcedure
    .meta({
      rest: "POST /api/waitlist",
      status: 201,
      summary: "Join the waitlist",
      requiredMessage: MISSING,
      rateLimit: "form",
    })
    .input(joinInput)
    .output(joinOutput)
    .mutation(({ ctx, input }) => waitlist.join(ctx, input)),
});

export const adminWaitlist = router({
  list: admins
    .meta({
      rest: "GET /api/admin/waitlist",
      scopes: ["waitlist:read"],
      cli: "waitlist list",
      summary: "List signups",
      list: true,
    })
    .input(signupList)
    .output(signupPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  export: recentAdmins
    .meta({
      rest: "GET /api/admin/waitlist/export",
      cli: "waitlist export",
      summary: "Export filtered signups",
      download: "waitlist-signups.csv",
      slow: true,
    })
    .input(signupExport)
    .query(({ ctx, input }) => queries.exportAll(ctx, input)),
  welcome: scheduleProcedure
    .meta({ cli: "waitlist welcome", summary: "Post the joining mails that are due", slow: true })
    .output(welcomeOutput)
    .mutation(({ ctx }) => postWelcomes(ctx)),
});
