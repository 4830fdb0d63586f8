import { recentStaffProcedure, router, staffProcedure } from "../../core/rpc/procedures.ts";
import { exportAll } from "./export.ts";
import * as queries from "./queries.ts";
import { traceRequest } from "./queries.ts";
import * as schema from "./schema.ts";

export const adminAudit = router({
  list: staffProcedure("admin", "super_admin")
    .meta({
      rest: "GET /api/admin/audit",
      scopes: ["audit:read"],
      cli: "audit list",
      summary: "List audit entries",
      list: true,
    })
    .input(schema.auditList)
    .output(schema.auditPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  trace: staffProcedure("super_admin")
    .meta({
      rest: "GET /api/admin/audit/requests/{requestId}",
      summary: "Show the audit entries and mails of a request, oldest first",
    })
    .input(schema.traceInput)
    .output(schema.trace)
    .query(({ ctx, input }) => traceRequest(ctx, input.requestId)),
  export: recentStaffProcedure("admin", "super_admin")
    .meta({
      rest: "GET /api/admin/audit/export",
      scopes: ["audit:read"],
      cli: "audit export",
      summary: "Export filtered audit entries",
      download: "audit-log.csv",
      slow: true,
    })
    .input(schema.auditExport)
    .query(({ ctx, input }) => exportAll(ctx, input)),
});
