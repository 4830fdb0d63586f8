import { router, staffProcedure } from "../../core/rpc/procedures.ts";
import { summaryOutput } from "./schema.ts";
import * as dashboard from "./service.ts";

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
