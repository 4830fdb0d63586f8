import { operatorProcedure, router, scheduleProcedure, visitorProcedure } from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import * as actions from "./actions.ts";
import { deliver } from "./delivery.ts";
import { receiveEvents } from "./events/receive.ts";
import * as queries from "./queries.ts";
import {
  address,
  deliverOutput,
  eventsInput,
  eventsOutput,
  mail,
  mailId,
  mailList,
  mailPage,
} from "./schema.ts";
/** For operators only: staff must not read mails to other people. */
export const mailRouter = router({
  list: operatorProcedure
    .meta({ cli: "mail list", summary: "List mails", list: true })
    .input(mailList)
    .output(mailPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  show: operatorProcedure
    .meta({ cli: "mail show <id>", summary: "Show a mail" })
    .input(mailId)
    .output(mail)
    .query(({ ctx, input }) => queries.show(ctx, input.id)),
  retry: operatorProcedure
    .meta({ cli: "mail retry <id>", summary: "Send a mail that waits or was given up now" })
    .input(mailId)
    .output(mail)
    .mutation(({ ctx, input }) => actions.retry(ctx, input.id)),
  suppress: operatorProcedure
    .meta({ cli: "mail suppress <email>", summary: "Stop all mail to an address" })
    .input(address)
    .output(success)
    .mutation(({ ctx, input }) => actions.suppress(ctx, input.email)),
  unsuppress: operatorProcedure
    .meta({ cli: "mail unsuppress <email>", summary: "Let mail go to an address again" })
    .input(address)
    .output(success)
    .mutation(({ ctx, input }) => actions.unsuppress(ctx, input.email)),
  resume: operatorProcedure
    .meta({
      cli: "mail resume",
      summary: "Send mails again after too many bounces or complaints stopped them",
    })
    .output(success)
    .mutation(({ ctx }) => actions.resume(ctx)),
  deliver: scheduleProcedure
    .meta({ cli: "mail deliver", summary: "Send pending mails, if a mail server is configured", slow: true })
    .output(deliverOutput)
    .mutation(({ ctx }) => deliver(ctx)),
});

export const publicMail = router({
  events: visitorProcedure
    .meta({ summary: "Receive bounces and complaints from the mail provider" }) // dispatched by hand: the signature needs the raw body
    .input(eventsInput)
    .output(eventsOutput)
    .mutation(({ ctx, input }) => receiveEvents(ctx, input.payload, input.headers)),
});
