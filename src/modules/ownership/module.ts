import { and, eq, lt, ne } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Offers } from "../../core/rpc/offers.ts";
import { evidenceFiles } from "../evidence/public.ts";
import { poiClaims } from "./claims/table.ts";
import { deleteOldDecisions } from "./decisions.ts";
import { onPartner } from "./on-partner.ts";
import { onPlace } from "./on-place.ts";
import { poiRequests } from "./requests/table.ts";
import { placeTransfers } from "./table.ts";
import { waitingForStaff } from "./transfers/queries.ts";

const sentWith = (table: typeof poiClaims | typeof placeTransfers, of: PgColumn) => ({
  table,
  id: table.id,
  of,
  poiId: table.poiId,
  isOpen: eq(table.status, "pending"),
  decidedBefore: (end: Date) => and(ne(table.status, "pending"), lt(table.reviewedAt, end)),
});

export const ownership: Offers = {
  waiting: ({ deps }) => waitingForStaff(deps),
  noteSubjects: {
    claim: { table: poiClaims, id: poiClaims.id, roles: ["partner_manager", "admin", "super_admin"] },
    request: { table: poiRequests, id: poiRequests.id, roles: ["partner_manager", "admin", "super_admin"] },
  },
  retention: [deleteOldDecisions],
  onPartner,
  recordNames: {
    claim: { table: poiClaims, id: poiClaims.id, name: poiClaims.poiName },
    request: { table: poiRequests, id: poiRequests.id, name: poiRequests.name },
  },
  filePurposes: [
    sentWith(poiClaims, evidenceFiles.claimId),
    sentWith(placeTransfers, evidenceFiles.transferId),
  ],
  ...onPlace,
};
