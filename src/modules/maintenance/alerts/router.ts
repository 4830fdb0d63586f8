import { operatorProcedure, router, scheduleProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import { alertList, testOutput } from "./schema.ts";
import * as alerts from "./service.ts";

export const alertsRouter = router({
  check: scheduleProcedure
    .meta({ summary: "Look at what can fail, and tell the operator", slow: true })
    .output(success)
    .mutation(({ ctx }) => alerts.check(ctx)),
  list: operatorProcedure
    .meta({ cli: "alert list", summary: "List what fails now, and what ended within a day" })
    .output(alertList)
    .query(({ ctx }) => alerts.list(ctx)),
  test: operatorProcedure
    .meta({ cli: "alert test", summary: "Send a test to ALERT_EMAIL and ALERT_WEBHOOK_URL", slow: true })
    .output(testOutput)
    .mutation(({ ctx }) => alerts.sendTest(ctx)),
});
