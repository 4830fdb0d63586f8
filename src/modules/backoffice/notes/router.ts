import { router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import { note, noteId, noteInput, noteList, notePage } from "./schema.ts";
import * as notes from "./service.ts";

const staff = staffProcedure("partner_manager", "admin", "super_admin");

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
