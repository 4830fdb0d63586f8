import {
  partnerProcedure,
  router,
  scheduleProcedure,
  staffProcedure,
  visitorProcedure,
} from "../../core/rpc/procedures.ts";
import { success } from "../../shared/fields.ts";
import { answer } from "./ask-issuer.ts";
import { expireAndRemind } from "./expire.ts";
import * as issuers from "./issuers.ts";
import * as queries from "./queries.ts";
import * as queues from "./queues.ts";
import { listReturned, showCertificateProgress } from "./renewals/certificate-progress.ts";
import * as renewalQueries from "./renewals/queries.ts";
import {
  certificateProgress,
  declineInput,
  dueRenewals,
  ownPlaceInput,
  returnedCertificates,
  sendInput,
  sendOutput,
  waitingRenewals,
} from "./renewals/schema.ts";
import * as renewals from "./renewals/service.ts";
import * as schema from "./schema.ts";
import * as evidence from "./service.ts";
import * as uploadQueries from "./uploads/queries.ts";
import { evidenceFile, evidenceId, evidenceList, evidencePage, uploadInput } from "./uploads/schema.ts";
import * as uploads from "./uploads/service.ts";
import { upload } from "./uploads/upload.ts";

const reviewers = staffProcedure("partner_manager", "admin", "super_admin");
const editors = staffProcedure("admin", "super_admin");

export const publicIssuers = router({
  answer: visitorProcedure
    .meta({
      rest: "POST /api/issuers/answer",
      summary: "Answer a question about a certificate",
      rateLimit: "recovery",
    })
    .input(schema.answerInput)
    .output(success)
    .mutation(({ ctx, input }) => answer(ctx, input)),
});

export const adminIssuers = router({
  list: reviewers
    .meta({
      rest: "GET /api/admin/issuers",
      scopes: ["places:read"],
      cli: "issuer list",
      summary: "List the bodies that certify places",
    })
    .input(schema.issuerListInput)
    .output(schema.issuerList)
    .query(({ ctx, input }) => issuers.listIssuers(ctx.deps, input.q)),
  add: editors
    .meta({
      rest: "POST /api/admin/issuers",
      scopes: ["places:write"],
      status: 201,
      cli: "issuer add",
      summary: "Add a body that certifies places",
    })
    .input(schema.issuerInput)
    .output(schema.issuer)
    .mutation(({ ctx, input }) => issuers.addIssuer(ctx, input)),
  update: editors
    .meta({
      rest: "PUT /api/admin/issuers/{id}",
      scopes: ["places:write"],
      cli: "issuer update <id>",
      summary: "Update a body that certifies places",
    })
    .input(schema.issuerUpdate)
    .output(schema.issuer)
    .mutation(({ ctx, input }) => issuers.updateIssuer(ctx, input)),
});

export const adminEvidence = router({
  list: reviewers
    .meta({
      rest: "GET /api/admin/pois/{id}/evidence",
      scopes: ["places:read"],
      cli: "evidence list <id>",
      summary: "List the evidence of a place",
    })
    .input(schema.placeInput)
    .output(schema.staffRecords)
    .query(({ ctx, input }) => queries.listRecords(ctx, input.id)),
  add: reviewers
    .meta({
      rest: "POST /api/admin/pois/{id}/evidence",
      scopes: ["reviews:write"],
      status: 201,
      cli: "evidence add <id>",
      summary: "Record evidence about a place",
    })
    .input(schema.recordInput)
    .output(schema.staffRecord)
    .mutation(({ ctx, input }) => evidence.addRecord(ctx, input)),
  revoke: reviewers
    .meta({
      scopes: ["reviews:write"],
      cli: "evidence revoke <id>",
      summary: "Withdraw a record of evidence",
    })
    .input(schema.revokeInput)
    .output(schema.staffRecord)
    .mutation(({ ctx, input }) => evidence.revoke(ctx, input)),
  withdrawal: reviewers
    .meta({
      scopes: ["reviews:write"],
      summary: "Show the halal tier that would be left without a record",
    })
    .input(schema.placeInput)
    .output(schema.withdrawalOutput)
    .query(({ ctx, input }) => evidence.tierWithout(ctx, input.id)),
  expire: scheduleProcedure
    .meta({
      cli: "evidence expire",
      summary: "Store the tiers that have ended, and write the emails that are due",
      slow: true,
    })
    .output(schema.expireOutput)
    .mutation(({ ctx }) => expireAndRemind(ctx)),
});

export const reviewReadings = router({
  list: reviewers
    .meta({
      rest: "GET /api/reviews/readings",
      scopes: ["reviews:write"],
      cli: "reading list",
      summary: "List certificates that wait for your reading",
    })
    .output(schema.waitingReadings)
    .query(({ ctx }) => queries.waitingForReading(ctx)),
  read: reviewers
    .meta({
      rest: "POST /api/reviews/readings/{id}",
      scopes: ["reviews:write"],
      status: 201,
      cli: "reading add <id>",
      summary: "Read a certificate without seeing what the first reader read",
    })
    .input(schema.readInput)
    .output(schema.readOutput)
    .mutation(({ ctx, input }) => evidence.readCertificate(ctx, input)),
  sendBack: reviewers
    .meta({
      rest: "POST /api/reviews/readings/{id}/send-back",
      scopes: ["reviews:write"],
      cli: "reading send-back <id>",
      summary: "Withdraw a certificate that waits for a reading, and tell the owner of the place why",
    })
    .input(schema.revokeInput)
    .output(schema.staffRecord)
    .mutation(({ ctx, input }) => evidence.sendBack(ctx, input)),
});

export const reviewQueues = router({
  expiring: reviewers
    .meta({
      rest: "GET /api/reviews/expiring",
      scopes: ["reviews:write"],
      cli: "review expiring",
      summary: "List places whose halal tier ends soon",
      list: true,
    })
    .input(schema.expiringList)
    .output(schema.expiringPage)
    .query(({ ctx, input }) => queues.listExpiring(ctx, input)),
  silentIssuers: reviewers
    .meta({
      rest: "GET /api/reviews/silent-issuers",
      scopes: ["reviews:write"],
      cli: "review silent-issuers",
      summary: "List certificates whose issuer has not answered",
    })
    .output(schema.silentIssuers)
    .query(({ ctx }) => queues.listSilent(ctx)),
  askAgain: reviewers
    .meta({
      rest: "POST /api/reviews/silent-issuers/{id}",
      scopes: ["reviews:write"],
      cli: "review ask-issuer <id>",
      summary: "Ask the issuer of a certificate again",
    })
    .input(schema.askInput)
    .output(success)
    .mutation(({ ctx, input }) => queues.askAgain(ctx, input.id)),
});

export const partnerRenewals = router({
  list: partnerProcedure
    .meta({
      rest: "GET /partner/api/renewals",
      summary: "List your own places whose halal tier ends soon or has ended",
    })
    .output(dueRenewals)
    .query(({ ctx }) => renewalQueries.listDue(ctx)),
  progress: partnerProcedure
    .meta({
      rest: "GET /partner/api/my-pois/{id}/road",
      summary: "Show how far the certificate of your own place has come",
    })
    .input(ownPlaceInput)
    .output(certificateProgress)
    .query(({ ctx, input }) => showCertificateProgress(ctx, input.id)),
  returned: partnerProcedure
    .meta({
      rest: "GET /partner/api/renewals/returned",
      summary: "List your own places whose last certificate could not be used, with the reason",
    })
    .output(returnedCertificates)
    .query(({ ctx }) => listReturned(ctx)),
  send: partnerProcedure
    .meta({
      rest: "POST /partner/api/my-pois/{id}/renewals",
      status: 201,
      summary: "Confirm what your place serves, or send its new certificate",
    })
    .input(sendInput)
    .output(sendOutput)
    .mutation(({ ctx, input }) => renewals.send(ctx, input)),
});

export const reviewRenewals = router({
  list: reviewers
    .meta({
      rest: "GET /api/reviews/renewals",
      scopes: ["reviews:write"],
      cli: "renewal list",
      summary: "List new certificates that owners sent and no one has recorded",
    })
    .output(waitingRenewals)
    .query(({ ctx }) => renewalQueries.listWaiting(ctx.deps)),
  decide: reviewers
    .meta({
      rest: "PUT /api/reviews/renewals/{id}",
      scopes: ["reviews:write"],
      cli: "renewal decide <id>",
      summary: "Decline a certificate that an owner sent",
    })
    .input(declineInput)
    .output(success)
    .mutation(({ ctx, input }) => renewals.decline(ctx, input)),
});

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
    .query(({ ctx, input }) => uploadQueries.listUnattached(ctx, input)),
  get: partnerProcedure
    .meta({
      rest: "GET /partner/api/evidence/{id}",
      summary: "Download one of your evidence files",
      file: "sent",
      slow: true,
    })
    .input(evidenceId)
    .query(({ ctx, input }) => uploadQueries.downloadOwn(ctx, input.id)),
  delete: partnerProcedure
    .meta({
      rest: "DELETE /partner/api/evidence/{id}",
      summary: "Delete one of your unattached evidence files",
    })
    .input(evidenceId)
    .output(success)
    .mutation(({ ctx, input }) => uploads.deleteOwn(ctx, input.id)),
});
