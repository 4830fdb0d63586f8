import { z } from "zod";
import { INQUIRY } from "../../copy/en/waitlist.ts";
import { recentStaffProcedure, router, staffProcedure, visitorProcedure } from "../../core/rpc/procedures.ts";
import { bulkDeleteInput, bulkInput, bulkOutput, seenCount, selectOutput } from "../../shared/bulk.ts";
import { success } from "../../shared/fields.ts";
import { onEach } from "../audit/public.ts";
import { answer, deleteTemplate, listTemplates, saveTemplate } from "./answers.ts";
import { progress } from "./progress.ts";
import * as queries from "./queries.ts";
import { selectInquiries } from "./queries.ts";
import { receiveReply } from "./replies.ts";
import * as schema from "./schema.ts";
import * as partnerships from "./service.ts";
import { invite, remove } from "./service.ts";

const admins = staffProcedure("admin", "super_admin");
const recentAdmins = recentStaffProcedure("admin", "super_admin");

export const publicPartnerships = router({
  submit: visitorProcedure
    .meta({
      rest: "POST /api/partnership",
      status: 201,
      summary: "Send a partnership inquiry",
      requiredMessage: INQUIRY.missingText,
      rateLimit: "form",
    })
    .input(schema.submitInput)
    .output(schema.submitOutput)
    .mutation(({ ctx, input }) => partnerships.submit(ctx, input)),
  receiveReply: visitorProcedure
    .meta({ summary: "Receive a reply to an answer from the email provider" }) // dispatched by hand: the signature needs the raw body
    .input(schema.inboundInput)
    .output(schema.inboundOutput)
    .mutation(({ ctx, input }) => receiveReply(ctx, input.payload, input.headers)),
});

export const adminPartnerships = router({
  list: admins
    .meta({
      rest: "GET /api/admin/partnerships",
      scopes: ["inquiries:read"],
      cli: "partnership list",
      summary: "List partnership inquiries",
      list: true,
    })
    .input(schema.inquiryList)
    .output(schema.inquiryPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  get: admins
    .meta({
      rest: "GET /api/admin/partnerships/{id}",
      scopes: ["inquiries:read"],
      cli: "partnership show <id>",
      summary: "Show an inquiry",
    })
    .input(schema.deleteInput)
    .output(schema.inquiryDetail)
    .query(({ ctx, input }) => queries.get(ctx, input.id)),
  places: admins
    .meta({
      rest: "GET /api/admin/partnerships/{id}/places",
      scopes: ["inquiries:read"],
      cli: "partnership places <id>",
      summary: "List the places that an inquiry is most likely about",
    })
    .input(schema.deleteInput)
    .output(schema.placesOfInquiry)
    .query(({ ctx, input }) => queries.placesOf(ctx, input.id)),
  progress: admins
    .meta({
      rest: "PUT /api/admin/partnerships/{id}/progress",
      scopes: ["inquiries:write"],
      cli: "partnership progress <id>",
      summary: "Change the stage, the assignee or the place of an inquiry",
    })
    .input(schema.progressInput)
    .output(schema.inquiry)
    .mutation(({ ctx, input }) => progress(ctx, input)),
  answer: admins
    .meta({
      rest: "POST /api/admin/partnerships/{id}/answers",
      status: 201,
      cli: "partnership answer <id>",
      summary: "Answer an inquiry by mail",
    })
    .input(schema.answerInput)
    .output(schema.inquiryAnswer)
    .mutation(({ ctx, input }) => answer(ctx, input)),
  templates: admins
    .meta({
      rest: "GET /api/admin/reply-templates",
      cli: "partnership templates",
      summary: "List the templates of replies",
    })
    .output(schema.replyTemplates)
    .query(({ ctx }) => listTemplates(ctx.deps)),
  saveTemplate: admins
    .meta({
      rest: "POST /api/admin/reply-templates",
      cli: "partnership save-template",
      summary: "Add a template of replies, or change one",
    })
    .input(schema.templateInput)
    .output(schema.replyTemplate)
    .mutation(({ ctx, input }) => saveTemplate(ctx, input)),
  deleteTemplate: admins
    .meta({
      rest: "DELETE /api/admin/reply-templates/{id}",
      cli: "partnership delete-template <id>",
      summary: "Delete a template of replies",
    })
    .input(schema.deleteInput)
    .output(success)
    .mutation(({ ctx, input }) => deleteTemplate(ctx, input.id)),
  invite: staffProcedure("super_admin")
    .meta({
      rest: "POST /api/admin/partnerships/{id}/account",
      status: 201,
      cli: "partnership invite <id>",
      summary: "Make a partner account for the sender of an inquiry",
    })
    .input(schema.deleteInput)
    .output(schema.inviteOutput)
    .mutation(({ ctx, input }) => invite(ctx, input.id)),
  create: admins
    .meta({
      rest: "POST /api/admin/partnerships",
      scopes: ["inquiries:write"],
      status: 201,
      cli: "partnership create",
      summary: "Add an inquiry",
      requiredMessage: schema.MISSING_IN_ADMIN,
    })
    .input(schema.createInput)
    .output(schema.inquiry)
    .mutation(({ ctx, input }) => partnerships.create(ctx, input)),
  update: admins
    .meta({
      rest: "PUT /api/admin/partnerships/{id}",
      scopes: ["inquiries:write"],
      cli: "partnership update <id>",
      summary: "Update an inquiry",
      requiredMessage: schema.MISSING_IN_ADMIN,
    })
    .input(schema.updateInput)
    .output(schema.inquiry)
    .mutation(({ ctx, input }) => partnerships.update(ctx, input)),
  setAnswered: admins
    .meta({
      rest: "PUT /api/admin/partnerships/{id}/answered",
      scopes: ["inquiries:write"],
      cli: "partnership answered <id>",
      summary: "Mark an inquiry as answered, or not",
    })
    .input(schema.answeredInput)
    .output(schema.inquiry)
    .mutation(({ ctx, input }) => partnerships.setAnswered(ctx, input)),
  delete: admins
    .meta({
      rest: "DELETE /api/admin/partnerships/{id}",
      scopes: ["inquiries:write"],
      cli: "partnership delete <id>",
      summary: "Delete an inquiry",
    })
    .input(schema.deleteInput)
    .output(success)
    .mutation(({ ctx, input }) => partnerships.remove(ctx, input.id)),
  restore: admins
    .meta({
      rest: "POST /api/admin/partnerships/{id}/restore",
      scopes: ["inquiries:write"],
      cli: "partnership restore <id>",
      summary: "Restore a deleted inquiry",
    })
    .input(schema.deleteInput)
    .output(schema.inquiry)
    .mutation(({ ctx, input }) => partnerships.restore(ctx, input.id)),
  export: recentAdmins
    .meta({
      rest: "GET /api/admin/partnerships/export",
      scopes: ["inquiries:read"],
      cli: "partnership export",
      summary: "Export filtered inquiries",
      download: "partnership-inquiries.csv",
      slow: true,
    })
    .input(schema.inquiryExport)
    .query(({ ctx, input }) => queries.exportAll(ctx, input)),
  select: admins
    .meta({
      rest: "GET /api/admin/partnerships/select",
      scopes: ["inquiries:read"],
      summary: "List the ids of all inquiries that match, if they are as many as you saw",
    })
    .input(z.object({ ...schema.inquiryFilters, count: seenCount }))
    .output(selectOutput)
    .query(({ ctx, input }) => selectInquiries(ctx, input)),
  deleteMany: admins
    .meta({
      rest: "POST /api/admin/partnerships/delete",
      scopes: ["inquiries:write"],
      summary: "Delete up to 50 inquiries, each of which can be restored for 30 days",
    })
    .input(bulkDeleteInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onEach(ctx, input.ids, (id) => remove(ctx, id, input.act))),
  progressMany: admins
    .meta({
      rest: "POST /api/admin/partnerships/progress",
      scopes: ["inquiries:write"],
      summary: "Change the stage of up to 50 inquiries",
    })
    .input(bulkInput.extend({ stage: schema.progressInput.shape.stage.unwrap() }))
    .output(bulkOutput)
    .mutation(({ ctx, input: { ids, stage } }) => onEach(ctx, ids, (id) => progress(ctx, { id, stage }))),
});
