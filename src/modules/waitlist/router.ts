import { z } from "zod";
import { WAITLIST } from "../../copy/en/waitlist.ts";
import {
  recentStaffProcedure,
  router,
  scheduleProcedure,
  staffProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { bulkDeleteInput, bulkOutput, seenCount, selectOutput } from "../../shared/bulk.ts";
import { success } from "../../shared/fields.ts";
import { listGuess } from "../../shared/list-columns.ts";
import { onEach } from "../audit/public.ts";
import { correct } from "./correction.ts";
import * as importing from "./import.ts";
import { invitedBy } from "./joined/links.ts";
import * as joined from "./joined/service.ts";
import * as queries from "./queries.ts";
import { selectSignups } from "./queries.ts";
import { remove } from "./removal.ts";
import * as schema from "./schema.ts";
import * as waitlist from "./service.ts";
import { exportSources, sources } from "./sources/queries.ts";
import { sourcesInput, sourcesOutput } from "./sources/schema.ts";
import { postWelcomes } from "./welcome.ts";

const admins = staffProcedure("admin", "super_admin");
const recentAdmins = recentStaffProcedure("admin", "super_admin");

export const publicWaitlist = router({
  join: visitorProcedure
    .meta({
      rest: "POST /api/waitlist",
      status: 201,
      summary: "Join the waitlist",
      requiredMessage: WAITLIST.missing,
      rateLimit: "form",
    })
    .input(schema.joinInput)
    .output(schema.joinOutput)
    .mutation(({ ctx, input }) => waitlist.join(ctx, input)),
  invitedBy: visitorProcedure
    .meta({
      rest: "GET /api/waitlist/invited-by",
      summary: "Show who shared a link, if that person allowed it",
      rateLimit: "search",
    })
    .input(schema.invitedByInput)
    .output(schema.invitedByOutput)
    .query(async ({ ctx, input }) => ({ firstName: await invitedBy(ctx.deps, input.ref) })),
});

/** What the browser that joined does with what it remembers. */
export const publicJoined = router({
  show: visitorProcedure
    .meta({ rest: "GET /api/joined", summary: "Show what this browser remembers of joining" })
    .output(schema.joinedOutput)
    .query(({ ctx }) => joined.show(ctx)),
  correct: visitorProcedure
    .meta({
      rest: "POST /api/joined/correct",
      summary: "Correct the address within ten minutes of joining, in the same browser",
      requiredMessage: WAITLIST.missing,
      rateLimit: "form",
    })
    .input(schema.correctInput)
    .output(schema.joinedOutput)
    .mutation(({ ctx, input }) => joined.correct(ctx, input.email)),
  city: visitorProcedure
    .meta({
      rest: "POST /api/joined/city",
      summary: "Choose a city, in the browser that joined",
      rateLimit: "form",
    })
    .input(schema.cityInput)
    .output(schema.joinedOutput)
    .mutation(({ ctx, input }) => joined.chooseCity(ctx, input.city)),
  beta: visitorProcedure
    .meta({
      rest: "POST /api/joined/beta",
      summary: "Turn beta access on or off, in the browser that joined",
      rateLimit: "recovery",
    })
    .input(schema.switchInput)
    .output(schema.joinedOutput)
    .mutation(({ ctx, input }) => joined.switchBeta(ctx, input.on)),
  greeting: visitorProcedure
    .meta({
      rest: "POST /api/joined/greeting",
      summary: "Let the link of the browser that joined greet friends by the first name, or not",
      rateLimit: "recovery",
    })
    .input(schema.switchInput)
    .output(schema.joinedOutput)
    .mutation(({ ctx, input }) => joined.switchGreeting(ctx, input.on)),
  leave: visitorProcedure
    .meta({
      rest: "POST /api/joined/leave",
      summary: "Leave the waitlist, in the browser that joined",
      rateLimit: "recovery",
    })
    .output(success)
    .mutation(({ ctx }) => joined.leave(ctx)),
  undoLeave: visitorProcedure
    .meta({
      rest: "POST /api/joined/undo-leave",
      summary: "Undo leaving within an hour, in the same browser",
      rateLimit: "recovery",
    })
    .output(success)
    .mutation(({ ctx }) => joined.undoLeave(ctx)),
  dismiss: visitorProcedure
    .meta({ rest: "POST /api/joined/dismiss", summary: "Remove what this browser remembers of joining" })
    .output(success)
    .mutation(({ ctx }) => joined.dismiss(ctx)),
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
    .input(schema.signupList)
    .output(schema.signupPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  get: admins
    .meta({
      rest: "GET /api/admin/waitlist/{id}",
      scopes: ["waitlist:read"],
      cli: "waitlist show <id>",
      summary: "Show a signup with what the person agreed to",
    })
    .input(schema.deleteInput)
    .output(schema.signupDetail)
    .query(({ ctx, input }) => queries.get(ctx, input.id)),
  update: admins
    .meta({
      rest: "PUT /api/admin/waitlist/{id}",
      scopes: ["waitlist:write"],
      cli: "waitlist update <id>",
      summary: "Correct what a person entered on joining",
    })
    .input(schema.updateInput)
    .output(schema.correctedSignup)
    .mutation(({ ctx, input }) => correct(ctx, input)),
  delete: admins
    .meta({
      rest: "DELETE /api/admin/waitlist/{id}",
      scopes: ["waitlist:write"],
      cli: "waitlist delete <id>",
      summary: "Delete a signup, which can be restored for 30 days",
    })
    .input(schema.deleteInput)
    .output(success)
    .mutation(({ ctx, input }) => remove(ctx, input.id)),
  export: recentAdmins
    .meta({
      rest: "GET /api/admin/waitlist/export",
      scopes: ["waitlist:read"],
      cli: "waitlist export",
      summary: "Export filtered signups",
      download: "waitlist-signups.csv",
      slow: true,
    })
    .input(schema.signupExport)
    .query(({ ctx, input }) => queries.exportAll(ctx, input)),
  sources: admins
    .meta({
      rest: "GET /api/admin/waitlist/sources",
      scopes: ["waitlist:read"],
      cli: "waitlist sources",
      summary: "Count views, joins, confirmations and acceptances by day and source",
    })
    .input(sourcesInput)
    .output(sourcesOutput)
    .query(({ ctx, input }) => sources(ctx, input)),
  exportSources: admins
    .meta({
      rest: "GET /api/admin/waitlist/sources/export",
      scopes: ["waitlist:read"],
      summary: "Export views, joins, confirmations and acceptances by day and source",
      download: "waitlist-sources.csv",
    })
    .input(sourcesInput)
    .query(({ ctx, input }) => exportSources(ctx, input)),
  importColumns: admins
    .meta({
      rest: "POST /api/admin/waitlist/import/columns",
      scopes: ["waitlist:write"],
      summary: "Show how the columns of a list of people would be read",
      file: "received",
      accepts: "text/csv",
    })
    .input(schema.columnsInput)
    .output(listGuess)
    .mutation(({ ctx, input }) => importing.importColumns(ctx, input)),
  import: admins
    .meta({
      rest: "POST /api/admin/waitlist/import",
      scopes: ["waitlist:write"],
      summary: "Import a list of people who agreed elsewhere, with the evidence of consent",
      file: "received",
      accepts: "text/csv",
      slow: true,
    })
    .input(schema.importInput)
    .output(schema.importOutput)
    .mutation(({ ctx, input }) => importing.importSignups(ctx, input)),
  welcome: scheduleProcedure
    .meta({ cli: "waitlist welcome", summary: "Post the joining mails that are due", slow: true })
    .output(schema.welcomeOutput)
    .mutation(({ ctx }) => postWelcomes(ctx)),
  select: admins
    .meta({
      rest: "GET /api/admin/waitlist/select",
      scopes: ["waitlist:read"],
      summary: "List the ids of all signups that match, if they are as many as you saw",
    })
    .input(z.object({ ...schema.signupFilters, count: seenCount }))
    .output(selectOutput)
    .query(({ ctx, input }) => selectSignups(ctx, input)),
  deleteMany: admins
    .meta({
      rest: "POST /api/admin/waitlist/delete",
      scopes: ["waitlist:write"],
      summary: "Delete up to 50 signups, each of which can be restored for 30 days",
    })
    .input(bulkDeleteInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onEach(ctx, input.ids, (id) => remove(ctx, id, input.act))),
});
