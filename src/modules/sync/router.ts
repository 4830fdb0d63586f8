import { router, scheduleProcedure, staffProcedure } from "../../core/rpc/procedures.ts";
import * as decided from "./decisions/queries.ts";
import {
  decideInput,
  decisionId,
  decisionList,
  decisionPage,
  failureOutput,
  heldLinkPage,
  syncDecision,
  takenBack,
} from "./decisions/schema.ts";
import { decide, takeBack } from "./decisions/service.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import * as sync from "./service.ts";
import { undo } from "./undo/service.ts";

const admins = staffProcedure("admin", "super_admin");

export const adminSync = router({
  stats: admins
    .meta({
      rest: "GET /api/admin/sync/stats",
      scopes: ["sync:run"],
      cli: "sync stats",
      summary: "Show sync statistics",
      polling: true,
    })
    .output(schema.statsOutput)
    .query(({ ctx }) => queries.stats(ctx)),
  trigger: admins
    .meta({
      rest: "POST /api/admin/sync/trigger",
      scopes: ["sync:run"],
      cli: "sync run",
      summary: "Sync places to the main database",
      slow: true,
    })
    .input(schema.triggerInput)
    .output(schema.triggerOutput)
    .mutation(({ ctx, input }) => sync.trigger(ctx, input)),
  runs: admins
    .meta({
      rest: "GET /api/admin/sync/runs",
      scopes: ["sync:run"],
      cli: "sync history",
      summary: "List sync runs",
      list: true,
      polling: true, // the open page refetches it
    })
    .input(schema.runList)
    .output(schema.runPage)
    .query(({ ctx, input }) => queries.runs(ctx, input)),
  run: admins
    .meta({
      rest: "GET /api/admin/sync/runs/{id}",
      scopes: ["sync:run"],
      cli: "sync show <id>",
      summary: "Show a sync run with its failed places",
    })
    .input(schema.runInput)
    .output(schema.runOutput)
    .query(({ ctx, input }) => queries.run(ctx, input.id)),
  undo: admins
    .meta({
      rest: "POST /api/admin/sync/runs/{id}/undo",
      scopes: ["sync:run"],
      cli: "sync undo <id>",
      summary: "Undo a sync run: put back what it wrote to the main database",
      slow: true,
    })
    .input(schema.undoInput)
    .output(schema.undoOutput)
    .mutation(({ ctx, input }) => undo(ctx, input)),
  errors: admins
    .meta({
      rest: "GET /api/admin/sync/errors",
      scopes: ["sync:run"],
      cli: "sync errors",
      summary: "List places that failed to sync, with the reason",
      list: true,
      polling: true,
    })
    .input(schema.failedList)
    .output(schema.failedPage)
    .query(({ ctx, input }) => queries.failed(ctx, input)),
  failure: admins
    .meta({
      rest: "GET /api/admin/sync/errors/{id}",
      scopes: ["sync:run"],
      cli: "sync failure <id>",
      summary: "Show a place that failed next to the rows of the main database that it may be",
    })
    .input(decisionId)
    .output(failureOutput)
    .query(({ ctx, input }) => decided.failure(ctx, input.id)),
  decide: admins
    .meta({
      rest: "POST /api/admin/sync/errors/{id}/decision",
      scopes: ["sync:run"],
      cli: "sync decide <id>",
      summary: "Decide on a place that failed: link it to a row, insert a new one, or leave it",
    })
    .input(decideInput)
    .output(syncDecision)
    .mutation(({ ctx, input }) => decide(ctx, input)),
  takeBack: admins
    .meta({
      rest: "DELETE /api/admin/sync/errors/{id}/decision",
      scopes: ["sync:run"],
      cli: "sync take-back <id>",
      summary: "Take back the decision on a place, before a run has followed it",
    })
    .input(decisionId)
    .output(takenBack)
    .mutation(({ ctx, input }) => takeBack(ctx, input.id)),
  decisions: admins
    .meta({
      rest: "GET /api/admin/sync/decisions",
      scopes: ["sync:run"],
      cli: "sync decisions",
      summary: "List the decisions of staff on places that failed",
      list: true,
      polling: true,
    })
    .input(decisionList)
    .output(decisionPage)
    .query(({ ctx, input }) => decided.decisions(ctx, input)),
  links: admins
    .meta({
      rest: "GET /api/admin/sync/links",
      scopes: ["sync:run"],
      cli: "sync links",
      summary: "List rows of the main database that an undo has linked to deleted places again",
      list: true,
      polling: true,
    })
    .input(decisionList)
    .output(heldLinkPage)
    .query(({ ctx, input }) => decided.heldLinks(ctx, input)),
  retry: admins
    .meta({
      rest: "POST /api/admin/sync/retry",
      scopes: ["sync:run"],
      cli: "sync retry [id]",
      summary: "Retry one failed place, or all of them, in the next run",
    })
    .input(schema.retryInput)
    .output(schema.retryOutput)
    .mutation(({ ctx, input }) => sync.retry(ctx, input.id)),
  cancel: admins
    .meta({
      rest: "POST /api/admin/sync/cancel",
      scopes: ["sync:run"],
      cli: "sync cancel",
      summary: "Cancel the current sync run after its current batch",
    })
    .output(schema.cancelOutput)
    .mutation(({ ctx }) => sync.cancel(ctx)),
  tick: scheduleProcedure
    .meta({ summary: "Start the scheduled sync run", slow: true })
    .output(schema.tickOutput)
    .mutation(({ ctx }) => sync.tick(ctx)),
});
