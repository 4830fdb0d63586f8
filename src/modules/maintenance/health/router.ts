import { router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { healthOutput } from "./schema.ts";
import * as health from "./service.ts";

/** `rihla doctor` calls them too. */
export const adminHealth = router({
  check: staffProcedure("super_admin")
    .meta({
      rest: "GET /api/admin/health",
      summary: "Check the settings, the disk, the database, backups, mail and the sync",
    })
    .output(healthOutput)
    .query(({ ctx }) => health.check(ctx)),
  deep: staffProcedure("super_admin")
    .meta({
      rest: "POST /api/admin/health/deep",
      summary: "Check all that, and try everything that the server depends on",
      slow: true,
    })
    .output(healthOutput)
    .mutation(({ ctx }) => health.checkDeeply(ctx)),
});
