import { operatorProcedure, router, scheduleProcedure } from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import { backup } from "./backups/backup.ts";
import { previewRestore } from "./backups/preview.ts";
import { restore } from "./backups/restore.ts";
import { move } from "./move.ts";
import { rotateKey } from "./rotate-key.ts";
import {
  backupInput,
  moveInput,
  moveOutput,
  restoreInput,
  restoreOutput,
  restorePreviewOutput,
  rotateKeyInput,
  rotateKeyOutput,
  statusOutput,
  sweepPreviewOutput,
} from "./schema.ts";
import * as maintenance from "./service.ts";
import { previewSweep, sweep } from "./sweep.ts";

export const maintenanceRouter = router({
  sweep: scheduleProcedure
    .meta({ cli: "db sweep", summary: "Delete expired data: sessions, counters, old entries", slow: true })
    .output(success)
    .mutation(({ ctx }) => sweep(ctx)),
  previewSweep: operatorProcedure
    .meta({ summary: "Count what a sweep would delete", slow: true })
    .output(sweepPreviewOutput)
    .query(({ ctx }) => previewSweep(ctx)),
  status: operatorProcedure
    .meta({ cli: "db status", summary: "Show the database, its schema version and its size" })
    .output(statusOutput)
    .query(({ ctx }) => maintenance.status(ctx)),
  rotateKey: operatorProcedure
    .meta({ cli: "db rotate-key", summary: "Re-encrypt all secrets with a new SECRET_KEY", slow: true })
    .input(rotateKeyInput)
    .output(rotateKeyOutput)
    .mutation(({ ctx, input }) => rotateKey(ctx, input)),
  move: operatorProcedure
    .meta({
      cli: "db move",
      summary: "Move the embedded database to an empty one on a PostgreSQL server",
      slow: true,
    })
    .input(moveInput)
    .output(moveOutput)
    .mutation(({ ctx, input }) => move(ctx, input)),
  backup: operatorProcedure
    .meta({ summary: "Write a backup file", download: "rihla.backup", slow: true })
    .input(backupInput)
    .query(({ ctx, input }) => backup(ctx, input)),
  restore: operatorProcedure
    .meta({ summary: "Replace all data with a backup", upload: "file", slow: true })
    .input(restoreInput)
    .output(restoreOutput)
    .mutation(({ ctx, input }) => restore(ctx, input)),
  previewRestore: operatorProcedure
    .meta({ summary: "Show what a backup holds and what it would replace", upload: "file", slow: true })
    .input(restoreInput.pick({ key: true, file: true }))
    .output(restorePreviewOutput)
    .query(({ ctx, input }) => previewRestore(ctx, input)),
});
