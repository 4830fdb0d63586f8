import { z } from "zod";
import { router, staffProcedure } from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import { changes } from "./changes/queries.ts";
import { changesInput, changesOutput } from "./changes/schema.ts";
import { summaryOutput, trendsOutput, waitingOutput } from "./dashboard/schema.ts";
import * as dashboard from "./dashboard/service.ts";
import { note, noteId, noteInput, noteList, notePage } from "./notes/schema.ts";
import * as notes from "./notes/service.ts";
import { quarantinedItem, resolveInput } from "./quarantine/schema.ts";
import * as quarantine from "./quarantine/service.ts";
import * as trashSchema from "./trash/schema.ts";
import * as trash from "./trash/service.ts";
import { restore, restoreAct } from "./trash/service.ts";
import { savedView, viewId, viewInput, viewList } from "./views/schema.ts";
import * as views from "./views/service.ts";

const staff = staffProcedure("partner_manager", "admin", "super_admin");
const admins = staffProcedure("admin", "super_admin");

export const adminChanges = router({
  since: staff
    .meta({
      rest: "GET /api/admin/changes",
      summary: "Show which lists have changed since an earlier call",
      polling: true, // every open page calls it
    })
    .input(changesInput)
    .output(changesOutput)
    .query(({ ctx, input }) => changes(ctx, input)),
});

export const reviewsWaiting = router({
  waiting: staff
    .meta({
      rest: "GET /api/reviews/waiting",
      scopes: ["reviews:write"],
      summary: "Count what waits for staff: cases by kind, inquiries, partners and pledges",
    })
    .output(waitingOutput)
    .query(({ ctx }) => dashboard.waiting(ctx)),
});

export const adminDashboard = router({
  summary: admins
    .meta({
      rest: "GET /api/admin/summary",
      scopes: ["waitlist:read", "inquiries:read"],
      cli: "summary show",
      summary: "Show counts, and what needs attention",
    })
    .output(summaryOutput)
    .query(({ ctx }) => dashboard.summary(ctx)),
  trends: admins
    .meta({
      rest: "GET /api/admin/trends",
      cli: "summary trends",
      summary: "Count gifts, decisions and emails by day",
    })
    .output(trendsOutput)
    .query(({ ctx }) => dashboard.trends(ctx)),
});

/** Notes of staff about a record, for those who see the record. */
export const adminNotes = router({
  list: staff
    .meta({
      rest: "GET /api/admin/notes",
      cli: "note list",
      summary: "List notes about a record",
      list: true,
    })
    .input(noteList)
    .output(notePage)
    .query(({ ctx, input }) => notes.list(ctx, input)),
  get: staff
    .meta({ rest: "GET /api/admin/notes/{id}", cli: "note show <id>", summary: "Show a note" })
    .input(noteId)
    .output(note)
    .query(({ ctx, input }) => notes.get(ctx, input.id)),
  add: staff
    .meta({
      rest: "POST /api/admin/notes",
      status: 201,
      cli: "note add",
      summary: "Add a note about a record",
    })
    .input(noteInput)
    .output(note)
    .mutation(({ ctx, input }) => notes.add(ctx, input)),
  delete: staff
    .meta({
      rest: "DELETE /api/admin/notes/{id}",
      cli: "note delete <id>",
      summary: "Delete a note",
    })
    .input(noteId)
    .output(success)
    .mutation(({ ctx, input }) => notes.remove(ctx, input.id)),
});

/** Filters and orders of a list under a name, for those who see the list. */
export const adminViews = router({
  list: staff
    .meta({ rest: "GET /api/admin/views", cli: "view list", summary: "List the saved views of a list" })
    .input(viewList)
    .output(z.array(savedView))
    .query(({ ctx, input }) => views.list(ctx, input.list)),
  get: staff
    .meta({ rest: "GET /api/admin/views/{id}", cli: "view show <id>", summary: "Show a saved view" })
    .input(viewId)
    .output(savedView)
    .query(({ ctx, input }) => views.get(ctx, input.id)),
  create: staff
    .meta({
      rest: "POST /api/admin/views",
      status: 201,
      summary: "Save filters and order of a list as a view",
    })
    .input(viewInput)
    .output(savedView)
    .mutation(({ ctx, input }) => views.create(ctx, input)),
  delete: staff
    .meta({ rest: "DELETE /api/admin/views/{id}", cli: "view delete <id>", summary: "Delete a saved view" })
    .input(viewId)
    .output(success)
    .mutation(({ ctx, input }) => views.remove(ctx, input.id)),
});

export const adminQuarantine = router({
  list: admins
    .meta({
      rest: "GET /api/admin/quarantine",
      scopes: ["waitlist:read", "inquiries:read"],
      cli: "quarantine list",
      summary: "List quarantined submissions",
    })
    .output(z.array(quarantinedItem))
    .query(({ ctx }) => quarantine.list(ctx)),
  release: admins
    .meta({
      rest: "POST /api/admin/quarantine/{id}/release",
      scopes: ["waitlist:write", "inquiries:write"],
      cli: "quarantine release <id>",
      summary: "Release a quarantined submission into its list",
    })
    .input(resolveInput)
    .output(success)
    .mutation(({ ctx, input }) => quarantine.release(ctx, input.id)),
  delete: admins
    .meta({
      rest: "DELETE /api/admin/quarantine/{id}",
      scopes: ["waitlist:write", "inquiries:write"],
      cli: "quarantine delete <id>",
      summary: "Delete a quarantined submission",
    })
    .input(resolveInput)
    .output(success)
    .mutation(({ ctx, input }) => quarantine.remove(ctx, input.id)),
  restore: admins
    .meta({
      rest: "POST /api/admin/quarantine/{id}/restore",
      scopes: ["waitlist:write", "inquiries:write"],
      cli: "quarantine restore <id>",
      summary: "Restore a deleted submission to the quarantine",
    })
    .input(resolveInput)
    .output(success)
    .mutation(({ ctx, input }) => quarantine.restore(ctx, input.id)),
});

export const adminTrash = router({
  list: staff
    .meta({
      rest: "GET /api/admin/trash",
      cli: "trash list",
      summary: "List what was deleted in the last 30 days and can be restored",
      list: true,
    })
    .input(trashSchema.trashList)
    .output(trashSchema.trashPage)
    .query(({ ctx, input }) => trash.list(ctx, input)),
  get: staff
    .meta({
      rest: "GET /api/admin/trash/{id}",
      cli: "trash show <id>",
      summary: "Show a deleted record that can be restored",
    })
    .input(trashSchema.restoreInput)
    .output(trashSchema.trashItem)
    .query(({ ctx, input }) => trash.find(ctx, input.id)),
  restore: staff
    .meta({
      rest: "POST /api/admin/trash/{id}/restore",
      cli: "trash restore <id>",
      summary: "Restore a deleted record with everything that it had",
    })
    .input(trashSchema.restoreInput)
    .output(trashSchema.restoreOutput)
    .mutation(({ ctx, input }) => restore(ctx, input.id)),
  restoreAct: staff
    .meta({
      rest: "POST /api/admin/trash/acts/{act}/restore",
      cli: "trash restore-act <act>",
      summary: "Restore up to 50 records that were deleted in one act",
    })
    .input(trashSchema.restoreActInput)
    .output(trashSchema.restoreActOutput)
    .mutation(({ ctx, input }) => restoreAct(ctx, input)),
});
