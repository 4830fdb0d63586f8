import { router, staffBeforeMfaProcedure, staffSelfProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as schema from "../schema.ts";
import * as mfa from "./mfa.ts";

export const adminMfa = router({
  setup: staffBeforeMfaProcedure
    .meta({ rest: "POST /api/admin/mfa/setup", summary: "Start MFA setup" })
    .input(schema.proofInput)
    .output(schema.setupMfaOutput)
    .mutation(({ ctx, input }) => mfa.setup(ctx, input)),
  enable: staffBeforeMfaProcedure
    .meta({ rest: "POST /api/admin/mfa/enable", summary: "Enable MFA with a first code" })
    .input(schema.enableMfaInput)
    .output(schema.enableMfaOutput)
    .mutation(({ ctx, input }) => mfa.enable(ctx, input)),
  status: staffBeforeMfaProcedure
    .meta({
      rest: "GET /api/admin/mfa/status",
      summary: "Show whether MFA is on, and how many backup codes are left",
    })
    .output(schema.mfaStatus)
    .query(({ ctx }) => mfa.status(ctx)),
  disable: staffSelfProcedure
    .meta({ rest: "POST /api/admin/mfa/disable", summary: "Disable MFA" })
    .input(schema.proofInput)
    .output(success)
    .mutation(({ ctx, input }) => mfa.disable(ctx, input)),
  regenerate: staffSelfProcedure
    .meta({ rest: "POST /api/admin/mfa/regenerate-backup-codes", summary: "Regenerate backup codes" })
    .input(schema.proofInput)
    .output(schema.backupCodesOutput)
    .mutation(({ ctx, input }) => mfa.regenerateBackupCodes(ctx, input)),
});
