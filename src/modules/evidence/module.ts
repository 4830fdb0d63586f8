import { and, eq, isNull, lt, ne, or } from "drizzle-orm";
import type { Offers } from "../../core/rpc/offers.ts";
import { onPartner } from "./on-partner.ts";
import { onPlace } from "./on-place.ts";
import { countQueues } from "./queues.ts";
import { renewals } from "./renewals/table.ts";
import { issuers } from "./table.ts";
import type { FilePurpose } from "./uploads/queries.ts";
import { deleteExpiredEvidence } from "./uploads/service.ts";
import { evidenceFiles } from "./uploads/table.ts";

const renewal: FilePurpose = {
  table: renewals,
  id: renewals.id,
  of: evidenceFiles.renewalId,
  poiId: renewals.poiId,
  isOpen: eq(renewals.state, "waiting"),
  decidedBefore: (end) =>
    or(
      and(ne(renewals.state, "waiting"), lt(renewals.decidedAt, end)),
      and(isNull(renewals.partnerId), lt(renewals.sentAt, end)), // no one decides it any more
    ),
};

export const evidence: Offers = {
  waiting: countQueues,
  retention: [deleteExpiredEvidence],
  onPartner,
  recordNames: { issuer: { table: issuers, id: issuers.id, name: issuers.name } },
  filePurposes: [renewal],
  ...onPlace,
};
