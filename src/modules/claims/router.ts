import { partnerProcedure, router } from "../../core/rpc/procedures.ts";
import * as evidence from "./evidence/queries.ts";
import { upload } from "./evidence/upload.ts";
import * as reading from "./queries.ts";
import {
  claim,
  claimList,
  claimPage,
  deleteOutput,
  evidenceFile,
  evidenceId,
  evidencePage,
  submitInput,
  uploadInput,
} from "./schema.ts";
import * as claims from "./service.ts";

export const partnerClaims = router({
  submit: partnerProcedure
    .meta({ rest: "POST /partner/api/poi-claims", status: 201, summary: "Claim a place" })
    .input(submitInput)
    .output(claim)
    .mutation(({ ctx, input }) => claims.submit(ctx, input)),
  list: partnerProcedure
    .meta({ rest: "GET /partner/api/my-claims", summary: "List one's own claims", list: true })
    .input(claimList)
    .output(claimPage)
    .query(({ ctx, input }) => reading.listOwn(ctx, input)),
});

export const partnerEvidence = router({
  upload: partnerProcedure
    .meta({
      rest: "POST /partner/api/evidence",
      status: 201,
      summary: "Upload a file that a claim will name: PDF, JPEG or PNG",
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
      summary: "List one's own files that no claim names yet",
      list: true,
    })
    .input(claimList)
    .output(evidencePage)
    .query(({ ctx, input }) => evidence.listUnsent(ctx, input)),
  get: partnerProcedure
    .meta({
      rest: "GET /partner/api/evidence/{id}",
      summary: "Download one's own file",
      file: "sent",
      slow: true,
    })
    .input(evidenceId)
    .query(({ ctx, input }) => evidence.ownFile(ctx, input.id)),
  delete: partnerProcedure
    .meta({
      rest: "DELETE /partner/api/evidence/{id}",
      summary: "Delete one's own file that no claim names yet",
    })
    .input(evidenceId)
    .output(deleteOutput)
    .mutation(({ ctx, input }) => evidence.remove(ctx, input.id)),
});
