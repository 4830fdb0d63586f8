import { operatorProcedure, staffProcedure } from "../../../core/rpc/procedures.ts";
import { importInput, importOutput } from "../schema.ts";
import * as importing from "./import-file.ts";
import { importPreview, importPreviewedInput, previewInput } from "./preview/schema.ts";
import * as previewing from "./preview/service.ts";

/** Part of `admin.pois`. */
export const placeImports = {
  import: operatorProcedure
    .meta({ summary: "Import places from a file", upload: "file", slow: true })
    .input(importInput)
    .output(importOutput)
    .mutation(({ ctx, input }) => importing.importFile(ctx, input)),
  previewImport: staffProcedure("admin", "super_admin")
    .meta({
      rest: "POST /api/admin/pois/import/preview",
      scopes: ["places:write"],
      summary: "Show what an import of a CSV file would do, without changing anything",
      file: "received",
      accepts: "text/csv",
      slow: true,
    })
    .input(previewInput)
    .output(importPreview)
    .mutation(({ ctx, input }) => previewing.previewImport(ctx, input)),
  importPreviewed: staffProcedure("admin", "super_admin")
    .meta({
      rest: "POST /api/admin/pois/import",
      scopes: ["places:write"],
      summary: "Import a CSV file as it was previewed",
      file: "received",
      accepts: "text/csv",
      slow: true,
    })
    .input(importPreviewedInput)
    .output(importOutput)
    .mutation(({ ctx, input }) => previewing.importPreviewed(ctx, input)),
};
