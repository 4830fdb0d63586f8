import {
  recentStaffProcedure,
  router,
  scheduleProcedure,
  staffProcedure,
  visitorProcedure,
} from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import { sendDue } from "./sending/service.ts";
import * as broadcasts from "./service.ts";

const admins = staffProcedure("admin", "super_admin");
const recentAdmins = recentStaffProcedure("admin", "super_admin");

/** The page of an invitation, which is dispatched by hand: it works without JavaScript. */
export const publicBeta = router({
  show: visitorProcedure
    .meta({ summary: "Show whether an invitation was accepted" })
    .input(schema.invitationInput)
    .output(schema.invitationOutput)
    .query(({ ctx, input }) => broadcasts.show(ctx, input.code)),
  accept: visitorProcedure
    .meta({ summary: "Accept an invitation to the beta" })
    .input(schema.invitationInput)
    .output(schema.acceptOutput)
    .mutation(({ ctx, input }) => broadcasts.accept(ctx, input.code)),
});

/** No API token opens these: what they send cannot be taken back. */
export const adminBroadcasts = router({
  list: admins
    .meta({
      rest: "GET /api/admin/broadcasts",
      cli: "broadcast list",
      summary: "List broadcasts",
      list: true,
      polling: true, // the open page refetches it
    })
    .input(schema.broadcastList)
    .output(schema.broadcastPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  create: admins
    .meta({
      rest: "POST /api/admin/broadcasts",
      status: 201,
      cli: "broadcast create",
      summary: "Add a broadcast as a draft",
      requiredMessage: schema.MISSING,
    })
    .input(schema.createInput)
    .output(schema.broadcastWithPreview)
    .mutation(({ ctx, input }) => broadcasts.create(ctx, input)),
  get: admins
    .meta({
      rest: "GET /api/admin/broadcasts/{id}",
      cli: "broadcast status <id>",
      summary: "Show a broadcast and its progress",
      polling: true,
    })
    .input(schema.broadcastId)
    .output(schema.broadcastWithPreview)
    .query(({ ctx, input }) => queries.get(ctx, input.id)),
  update: admins
    .meta({
      rest: "PUT /api/admin/broadcasts/{id}",
      cli: "broadcast update <id>",
      summary: "Change a draft",
      requiredMessage: schema.MISSING,
    })
    .input(schema.updateInput)
    .output(schema.broadcastWithPreview)
    .mutation(({ ctx, input }) => broadcasts.update(ctx, input)),
  delete: admins
    .meta({
      rest: "DELETE /api/admin/broadcasts/{id}",
      cli: "broadcast delete <id>",
      summary: "Delete a draft",
    })
    .input(schema.broadcastId)
    .output(success)
    .mutation(({ ctx, input }) => broadcasts.remove(ctx, input.id)),
  test: recentAdmins
    .meta({
      rest: "POST /api/admin/broadcasts/{id}/test",
      cli: "broadcast test <id>",
      summary: "Mail a broadcast to yourself, or to one address",
    })
    .input(schema.testInput)
    .output(success)
    .mutation(({ ctx, input }) => broadcasts.test(ctx, input)),
  send: recentAdmins
    .meta({
      rest: "POST /api/admin/broadcasts/{id}/send",
      cli: "broadcast send <id>",
      summary: "Send a draft to its audience, whose size must be given",
      slow: true,
    })
    .input(schema.sendInput)
    .output(schema.broadcastWithPreview)
    .mutation(({ ctx, input }) => broadcasts.send(ctx, input)),
  pause: admins
    .meta({
      rest: "POST /api/admin/broadcasts/{id}/pause",
      cli: "broadcast pause <id>",
      summary: "Pause a broadcast",
    })
    .input(schema.broadcastId)
    .output(schema.broadcastWithPreview)
    .mutation(({ ctx, input }) => broadcasts.pause(ctx, input.id)),
  resume: recentAdmins
    .meta({
      rest: "POST /api/admin/broadcasts/{id}/resume",
      cli: "broadcast resume <id>",
      summary: "Resume a paused broadcast",
    })
    .input(schema.broadcastId)
    .output(schema.broadcastWithPreview)
    .mutation(({ ctx, input }) => broadcasts.resume(ctx, input.id)),
  cancel: admins
    .meta({
      rest: "POST /api/admin/broadcasts/{id}/cancel",
      cli: "broadcast cancel <id>",
      summary: "Cancel the rest of a broadcast",
    })
    .input(schema.broadcastId)
    .output(schema.broadcastWithPreview)
    .mutation(({ ctx, input }) => broadcasts.cancel(ctx, input.id)),
  count: admins
    .meta({ summary: "Count the people in an audience" })
    .input(schema.countInput)
    .output(schema.countOutput)
    .query(({ ctx, input }) => queries.countNow(ctx, input.audience)),
  metros: admins
    .meta({ summary: "Find metros to choose an audience by" })
    .input(schema.metrosInput)
    .output(schema.metrosOutput)
    .query(({ ctx, input }) => queries.metros(ctx, input)),
  preview: admins
    .meta({ cli: "broadcast preview [id]", summary: "Show a message as a sample person gets it" })
    .input(schema.previewInput)
    .output(schema.preview)
    .query(({ ctx, input }) => queries.preview(ctx, input)),
  recipients: admins
    .meta({
      rest: "GET /api/admin/broadcasts/{id}/recipients",
      cli: "broadcast recipients <id>",
      summary: "List the recipients of a broadcast, such as those of state unknown",
      list: true,
    })
    .input(schema.recipientList)
    .output(schema.recipientPage)
    .query(({ ctx, input }) => queries.recipients(ctx, input)),
  run: scheduleProcedure
    .meta({ cli: "broadcast run", summary: "Send the due mails of all broadcasts", slow: true })
    .output(schema.runOutput)
    .mutation(({ ctx }) => sendDue(ctx)),
});
