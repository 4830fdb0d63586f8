import { z } from "zod";
import { jobStates } from "../../core/jobs/states.ts";
import { operatorProcedure, router, scheduleProcedure, staffProcedure } from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import { alertList, testOutput } from "./alerts/schema.ts";
import * as alerts from "./alerts/service.ts";
import { backup } from "./backups/backup.ts";
import { restore } from "./backups/restore.ts";
import * as backupSchema from "./backups/schema.ts";
import * as backups from "./backups/service.ts";
import { previewRestore } from "./backups/verify.ts";
import { healthOutput, job } from "./health/schema.ts";
import * as health from "./health/service.ts";
import { move } from "./move.ts";
import { rotateKey } from "./rotate-key.ts";
import * as schema from "./schema.ts";
import * as maintenance from "./service.ts";
import { previewSweep, sweep } from "./sweep.ts";

export const maintenanceRouter = router({
  sweep: scheduleProcedure
    .meta({ cli: "db sweep", summary: "Delete expired data: sessions, counters, old entries", slow: true })
    .output(success)
    .mutation(({ ctx }) => sweep(ctx)),
  previewSweep: operatorProcedure
    .meta({ summary: "Count what a sweep would delete", slow: true })
    .output(schema.sweepPreviewOutput)
    .query(({ ctx }) => previewSweep(ctx)),
  rotateKey: operatorProcedure
    .meta({ cli: "db rotate-key", summary: "Re-encrypt all secrets with a new SECRET_KEY", slow: true })
    .input(schema.rotateKeyInput)
    .output(schema.rotateKeyOutput)
    .mutation(({ ctx, input }) => rotateKey(ctx, input)),
  move: operatorProcedure
    .meta({
      cli: "db move",
      summary: "Move the embedded database to an empty one on a PostgreSQL server",
      slow: true,
    })
    .input(schema.moveInput)
    .output(schema.moveOutput)
    .mutation(({ ctx, input }) => move(ctx, input)),
  backup: operatorProcedure
    .meta({ summary: "Write a backup file", download: "rihla.backup", slow: true })
    .input(schema.backupInput)
    .query(({ ctx, input }) => backup(ctx, input)),
  restore: operatorProcedure
    .meta({ summary: "Replace all data with a backup", upload: "file", slow: true })
    .input(schema.restoreInput)
    .output(schema.restoreOutput)
    .mutation(({ ctx, input }) => restore(ctx, input)),
  previewRestore: operatorProcedure
    .meta({ summary: "Show what a backup holds and what it would replace", upload: "file", slow: true })
    .input(schema.restoreInput.pick({ key: true, file: true }))
    .output(schema.restorePreviewOutput)
    .query(({ ctx, input }) => previewRestore(ctx, input)),
});

export const backupsRouter = router({
  create: operatorProcedure
    .meta({ summary: "Make a backup in the backup store, pinned or with a passphrase", slow: true })
    .input(backupSchema.operatorCreateInput)
    .output(backupSchema.createOutput)
    .mutation(({ ctx, input }) => backups.create(ctx, input)),
  run: scheduleProcedure
    .meta({ summary: "Make the backup that is due", slow: true })
    .output(success)
    .mutation(({ ctx }) => backups.runScheduled(ctx)),
  prune: operatorProcedure
    .meta({
      cli: "backup prune",
      summary: "Delete the backups that the retention rules do not keep",
      slow: true,
    })
    .input(backupSchema.pruneInput)
    .output(backupSchema.pruneOutput)
    .mutation(({ ctx, input }) => backups.prune(ctx, input)),
  delete: operatorProcedure
    .meta({
      cli: "backup delete <name>",
      summary: "Delete a backup from the backup store, also a pinned one",
    })
    .input(backupSchema.deleteInput)
    .output(success)
    .mutation(({ ctx, input }) => backups.remove(ctx, input)),
});

export const alertsRouter = router({
  check: scheduleProcedure
    .meta({ summary: "Look at what can fail, and notify the operator", slow: true })
    .output(success)
    .mutation(({ ctx }) => alerts.check(ctx)),
  checkProcess: scheduleProcedure
    .meta({ summary: "Look at what a process sees for itself", slow: true })
    .output(success)
    .mutation(({ ctx }) => alerts.checkProcess(ctx)),
});

export const adminBackups = router({
  create: staffProcedure("super_admin")
    .meta({
      rest: "POST /api/admin/backups",
      summary: "Make a backup in the backup store",
      scopes: ["server:write"],
      slow: true,
    })
    .input(backupSchema.createInput)
    .output(backupSchema.createOutput)
    .mutation(({ ctx, input }) => backups.create(ctx, input)),
  list: staffProcedure("super_admin")
    .meta({
      rest: "GET /api/admin/backups",
      cli: "backup list",
      summary: "List the backups in the backup store",
      scopes: ["server:read"],
    })
    .output(backupSchema.listOutput)
    .query(async ({ ctx }) => [...(await backups.list(ctx))]),
  schedule: staffProcedure("super_admin")
    .meta({
      rest: "GET /api/admin/backups/schedule",
      cli: "backup schedule",
      summary: "Show the backup schedule, the last success and the last failure",
      scopes: ["server:read"],
    })
    .output(backupSchema.scheduleOutput)
    .query(({ ctx }) => backups.schedule(ctx)),
});

export const adminAlerts = router({
  list: staffProcedure("super_admin")
    .meta({
      rest: "GET /api/admin/alerts",
      cli: "alert list",
      summary: "List what fails now, and what ended within a day",
      scopes: ["server:read"],
    })
    .output(alertList)
    .query(({ ctx }) => alerts.list(ctx)),
  test: staffProcedure("super_admin")
    .meta({
      rest: "POST /api/admin/alerts/test",
      cli: "alert test",
      summary: "Send a test to ALERT_EMAIL and ALERT_WEBHOOK_URL",
      scopes: ["server:write"],
      slow: true,
    })
    .output(testOutput)
    .mutation(({ ctx }) => alerts.sendTest(ctx)),
});

/** `rihla doctor` calls the first two. */
export const adminHealth = router({
  check: staffProcedure("super_admin")
    .meta({
      rest: "GET /api/admin/health",
      summary: "Check the settings, the disk, the database, backups, mail and the sync",
      scopes: ["server:read"],
    })
    .output(healthOutput)
    .query(({ ctx }) => health.check(ctx)),
  jobs: staffProcedure("super_admin")
    .meta({
      rest: "GET /api/admin/health/jobs",
      cli: "job list",
      summary: "List the background jobs: their last and next run, failures, and who runs them",
      scopes: ["server:read"],
    })
    .output(z.array(job))
    .query(async ({ ctx }) => [...(await jobStates(ctx.deps))]),
  deep: staffProcedure("super_admin")
    .meta({
      rest: "POST /api/admin/health/deep",
      summary: "Check all that, and try everything that the server depends on",
      scopes: ["server:write"],
      slow: true,
    })
    .output(healthOutput)
    .mutation(({ ctx }) => health.checkDeeply(ctx)),
  database: staffProcedure("super_admin")
    .meta({
      rest: "GET /api/admin/health/database",
      cli: "db status",
      summary: "Show the database, its schema version and its size",
      scopes: ["server:read"],
    })
    .output(schema.statusOutput)
    .query(({ ctx }) => maintenance.status(ctx)),
});
