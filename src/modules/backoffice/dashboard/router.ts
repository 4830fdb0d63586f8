import { router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { queueCounts, summaryOutput } from "./schema.ts";
import * as dashboard from "./service.ts";

export const reviewCounts = router({
  counts: staffProcedure("partner_manager", "admin", "super_admin")
    .meta({
      rest: "GET /api/reviews/counts",
      scopes: ["reviews:write"],
      summary: "Count what waits for a person, except claims and requests",
    })
    .output(queueCounts)
    .query(({ ctx }) => dashboard.waiting(ctx)),
});

export const adminDashboard = router({
  summary: staffProcedure("admin", "super_admin")
    .meta({
      rest: "GET /api/admin/summary",
      scopes: ["waitlist:read", "inquiries:read"],
      cli: "summary show",
      summary: "Show counts, and what needs attention",
    })
    .output(summaryOutput)
    .query(({ ctx }) => dashboard.summary(ctx)),
});
