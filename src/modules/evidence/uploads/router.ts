import { partnerProcedure, router } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import * as queries from "./queries.ts";
import { evidenceFile, evidenceId, evidenceList, evidencePage, uploadInput } from "./schema.ts";
import * as service from "./service.ts";
import { upload } from "./upload.ts";

export const partnerEvidence = router({
  upload: partnerProcedure
    .meta({
      rest: "POST /partner/api/evidence",
      status: 201,
      summary: "Upload an evidence file (PDF, JPEG or PNG)",
      rateLimit: "evidence",
      file: "received",
      slow: true,
    })
    .input(uploadInput)
    .output(evidenceFile)
    .mutation(({ ctx, input }) => upload(ctx, input)),
  list: partnerProcedure
    .meta({
      rest: "GET /partner/api/evidence",
      summary: "List your evidence files that are not attached to a claim",
      list: true,
    })
    .input(evidenceList)
    .output(evidencePage)
    .query(({ ctx, input }) => queries.listUnattached(ctx, input)),
  get: partnerProcedure
    .meta({
      rest: "GET /partner/api/evidence/{id}",
      summary: "Download one of your evidence files",
      file: "sent",
      slow: true,
    })
    .input(evidenceId)
    .query(({ ctx, input }) => queries.downloadOwn(ctx, input.id)),
  delete: partnerProcedure
    .meta({
      rest: "DELETE /partner/api/evidence/{id}",
      summary: "Delete one of your unattached evidence files",
    })
    .input(evidenceId)
    .output(success)
    .mutation(({ ctx, input }) => service.deleteOwn(ctx, input.id)),
});
