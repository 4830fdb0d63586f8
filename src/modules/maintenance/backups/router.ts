import { operatorProcedure, router, scheduleProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import { createInput, createOutput, listOutput, pruneInput, pruneOutput, scheduleOutput } from "./schema.ts";
import * as backups from "./service.ts";

export const backupsRouter = router({
  create: operatorProcedure
    .meta({ summary: "Make a backup in the backup store", slow: true })
    .input(createInput)
    .output(createOutput)
    .mutation(({ ctx, input }) => backups.create(ctx, input)),
  run: scheduleProcedure
    .meta({ summary: "Make the backup that is due", slow: true })
    .output(success)
    .mutation(({ ctx }) => backups.runScheduled(ctx)),
  list: operatorProcedure
    .meta({ cli: "backup list", summary: "List the backups in the backup store" })
    .output(listOutput)
    .query(async ({ ctx }) => [...(await backups.list(ctx))]),
  prune: operatorProcedure
    .meta({
      cli: "backup prune",
      summary: "Delete the backups that the retention rules do not keep",
      slow: true,
    })
    .input(pruneInput)
    .output(pruneOutput)
    .mutation(({ ctx, input }) => backups.prune(ctx, input)),
  schedule: operatorProcedure
    .meta({
      cli: "backup schedule",
      summary: "Show the backup schedule, the last success and the last failure",
    })
    .output(scheduleOutput)
    .query(({ ctx }) => backups.schedule(ctx)),
});
