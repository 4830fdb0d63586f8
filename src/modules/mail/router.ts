import { operatorProcedure, router, scheduleProcedure } from "../../core/rpc/procedures.ts";
import { deliver } from "./delivery.ts";
import * as queries from "./queries.ts";
import { deliverOutput, mail, mailId, mailList, mailPage } from "./schema.ts";

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
  deliver: scheduleProcedure
    .meta({ cli: "mail deliver", summary: "Send pending mails, if a mail server is configured", slow: true })
    .output(deliverOutput)
    .mutation(({ ctx }) => deliver(ctx)),
});
