import { operatorProcedure, router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { undoInput } from "../../../shared/reviews/reviews.ts";
import { decideMatch, listMatches, showMatch, undoMatch } from "./matches.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import * as intakes from "./service.ts";
import { undoIntake } from "./undo.ts";

const staff = staffProcedure("admin", "super_admin");

export const adminIntakes = router({
  take: operatorProcedure
    .meta({ summary: "Import places from a public data file", upload: "file", slow: true })
    .input(schema.takeInput)
    .output(schema.intake)
    .mutation(({ ctx, input }) => intakes.takeFile(ctx, input)),
  receive: staff
    .meta({
      rest: "POST /api/admin/intakes",
      scopes: ["places:write"],
      summary: "Import places from a public data file, or keep what it would do as a plan",
      file: "received",
      accepts: "*/*",
      slow: true,
    })
    .input(schema.receiveInput)
    .output(schema.intake)
    .mutation(({ ctx, input }) => intakes.receiveFile(ctx, input)),
  list: staff
    .meta({
      rest: "GET /api/admin/intakes",
      scopes: ["places:read"],
      cli: "poi intake list",
      summary: "List the public data files that were imported or planned",
      list: true,
    })
    .input(schema.intakeList)
    .output(schema.intakePage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  get: staff
    .meta({
      rest: "GET /api/admin/intakes/{id}",
      scopes: ["places:read"],
      cli: "poi intake show <id>",
      summary: "Show an intake: what a file did, or would do",
    })
    .input(schema.intakeInput)
    .output(schema.intake)
    .query(({ ctx, input }) => queries.show(ctx, input.id)),
  rows: staff
    .meta({
      rest: "GET /api/admin/intakes/{id}/rows",
      scopes: ["places:read"],
      cli: "poi intake rows <id>",
      summary: "List the rows of an intake with what each does",
      list: true,
    })
    .input(schema.rowsInput)
    .output(schema.rowsPage)
    .query(({ ctx, input }) => queries.listRows(ctx, input)),
  applyPlan: staff
    .meta({
      rest: "POST /api/admin/intakes/{id}/apply",
      scopes: ["places:write"],
      cli: "poi intake apply <id>",
      summary: "Apply a planned intake",
      slow: true,
    })
    .input(schema.applyInput)
    .output(schema.intake)
    .mutation(({ ctx, input }) => intakes.applyIntake(ctx, input.id)),
  undo: staff
    .meta({
      rest: "POST /api/admin/intakes/{id}/undo",
      scopes: ["places:write"],
      cli: "poi intake undo <id>",
      summary: "Undo an intake of the last 30 days",
      slow: true,
    })
    .input(schema.undoInput)
    .output(schema.undoOutput)
    .mutation(({ ctx, input }) => undoIntake(ctx, input.id)),
});

const reviewers = staffProcedure("partner_manager", "admin", "super_admin");

export const reviewMatches = router({
  list: reviewers
    .meta({
      rest: "GET /api/reviews/matches",
      scopes: ["reviews:write"],
      cli: "match list",
      summary: "List the rows of files that may be listed places",
      list: true,
    })
    .input(schema.matchList)
    .output(schema.matchPage)
    .query(({ ctx, input }) => listMatches(ctx, input)),
  get: reviewers
    .meta({
      rest: "GET /api/reviews/matches/{id}",
      scopes: ["reviews:write"],
      cli: "match show <id>",
      summary: "Show a row of a file next to the listed place that it may be",
    })
    .input(schema.matchInput)
    .output(schema.match)
    .query(({ ctx, input }) => showMatch(ctx, input.id)),
  undo: reviewers
    .meta({
      rest: "POST /api/reviews/matches/{id}/undo",
      scopes: ["reviews:write"],
      cli: "match undo <id>",
      summary: "Undo the decision on a row of a file, within 10 minutes",
    })
    .input(undoInput)
    .output(schema.match)
    .mutation(({ ctx, input }) => undoMatch(ctx, input)),
  decide: reviewers
    .meta({
      rest: "PUT /api/reviews/matches/{id}",
      scopes: ["reviews:write"],
      cli: "match decide <id>",
      summary: "Decide whether a row of a file is the listed place",
    })
    .input(schema.decideInput)
    .output(schema.match)
    .mutation(({ ctx, input }) => decideMatch(ctx, input)),
});
