import { z } from "zod";
import {
  operatorProcedure,
  router,
  scheduleProcedure,
  staffProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { bulkInput, bulkOutput, seenCount, selectOutput } from "../../shared/bulk.ts";
import { success } from "../../shared/fields.ts";
import { onEach } from "../audit/public.ts";
import { deliver } from "./delivery.ts";
import { receiveEvents } from "./events/receive.ts";
import * as outbox from "./outbox.ts";
import * as actions from "./outbox.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

/** For operators only: staff must not read mails to other people. */
export const mailRouter = router({
  list: operatorProcedure
    .meta({ cli: "mail list", summary: "List emails", list: true })
    .input(schema.mailList)
    .output(schema.mailPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  show: operatorProcedure
    .meta({ cli: "mail show <id>", summary: "Show an email" })
    .input(schema.mailId)
    .output(schema.mail)
    .query(({ ctx, input }) => queries.show(ctx, input.id)),
  retry: operatorProcedure
    .meta({ cli: "mail retry <id>", summary: "Send a waiting or failed email now" })
    .input(schema.mailId)
    .output(schema.mail)
    .mutation(({ ctx, input }) => actions.retry(ctx, input.id)),
  suppress: operatorProcedure
    .meta({ cli: "mail suppress <email>", summary: "Stop all email to an address" })
    .input(schema.address)
    .output(success)
    .mutation(({ ctx, input }) => actions.suppress(ctx, input.email)),
  unsuppress: operatorProcedure
    .meta({ cli: "mail unsuppress <email>", summary: "Allow email to an address again" })
    .input(schema.address)
    .output(success)
    .mutation(({ ctx, input }) => actions.unsuppress(ctx, input.email)),
  resume: operatorProcedure
    .meta({
      cli: "mail resume",
      summary: "Send emails again after too many bounces or complaints stopped them",
    })
    .output(success)
    .mutation(({ ctx }) => actions.resume(ctx)),
  deliver: scheduleProcedure
    .meta({ cli: "mail deliver", summary: "Send pending emails, if a mail server is configured", slow: true })
    .output(schema.deliverOutput)
    .mutation(({ ctx }) => deliver(ctx)),
});

const admins = staffProcedure("admin", "super_admin");

/** What staff see and do about mail to other people, whose texts they cannot read. */
export const adminMails = router({
  list: admins
    .meta({ rest: "GET /api/admin/mails", summary: "List emails without their texts", list: true })
    .input(schema.mailList)
    .output(schema.mailPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  get: admins
    .meta({ rest: "GET /api/admin/mails/{id}", summary: "Show an email without its text" })
    .input(schema.mailId)
    .output(schema.mailItem)
    .query(({ ctx, input }) => queries.get(ctx, input.id)),
  status: admins
    .meta({
      rest: "GET /api/admin/mails/status",
      cli: "mail status",
      summary: "Show whether email is sent, and what was reported",
    })
    .output(schema.outboxStatus)
    .query(({ ctx }) => outbox.status(ctx)),
  retry: admins
    .meta({
      rest: "POST /api/admin/mails/{id}/retry",
      summary: "Send a waiting or failed email now",
    })
    .input(schema.mailId)
    .output(schema.mailItem)
    .mutation(({ ctx, input }) => actions.retry(ctx, input.id)),
  resume: admins
    .meta({ rest: "POST /api/admin/mails/resume", summary: "Send emails again after they were stopped" })
    .output(success)
    .mutation(({ ctx }) => actions.resume(ctx)),
  suppressions: admins
    .meta({
      rest: "GET /api/admin/mails/suppressions",
      cli: "mail suppressions",
      summary: "List addresses that get no email",
      list: true,
    })
    .input(schema.suppressionList)
    .output(schema.suppressionPage)
    .query(({ ctx, input }) => outbox.suppressions(ctx, input)),
  suppress: admins
    .meta({
      rest: "POST /api/admin/mails/suppressions",
      summary: "Stop all email to an address",
      status: 201,
      requiredMessage: "Please enter an email address",
    })
    .input(schema.address)
    .output(success)
    .mutation(({ ctx, input }) => actions.suppress(ctx, input.email)),
  unsuppress: admins
    .meta({
      rest: "DELETE /api/admin/mails/suppressions/{id}",
      cli: "mail allow <id>",
      summary: "Allow email to an address of the suppression list again",
    })
    .input(schema.suppressionId)
    .output(success)
    .mutation(({ ctx, input }) => actions.unsuppressHash(ctx, input.id)),
  select: admins
    .meta({
      rest: "GET /api/admin/mails/select",
      summary: "List the ids of all emails that match, if they are as many as you saw",
    })
    .input(z.object({ ...schema.mailFilters, count: seenCount }))
    .output(selectOutput)
    .query(({ ctx, input }) => queries.selectMails(ctx, input)),
  retryMany: admins
    .meta({ rest: "POST /api/admin/mails/retry", summary: "Send up to 50 emails again" })
    .input(bulkInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onEach(ctx, input.ids, (id) => actions.retry(ctx, id))),
});

export const publicMail = router({
  events: visitorProcedure
    .meta({ summary: "Receive bounces and complaints from the email provider" }) // dispatched by hand: the signature needs the raw body
    .input(schema.eventsInput)
    .output(schema.eventsOutput)
    .mutation(({ ctx, input }) => receiveEvents(ctx, input.payload, input.headers)),
});
