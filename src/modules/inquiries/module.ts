import { not } from "drizzle-orm";
import type { Offers } from "../../core/rpc/offers.ts";
import { deleteInquiriesOf, inquiriesOf } from "./erasure.ts";
import { inquiryCounts } from "./queries.ts";
import * as service from "./service.ts";
import { currentInquiries as table } from "./table.ts";

export const inquiries: Offers = {
  purge: { inquiry: service.purge, quarantine: service.purge },
  deletedRows: { inquiry: service.deletedRows, quarantine: service.deletedRows },
  restore: { inquiry: service.restoreDeleted },
  quarantine: {
    list: service.listQuarantined,
    release: service.releaseQuarantined,
    remove: service.removeQuarantined,
    restore: service.clearDeleted,
  },
  noteSubjects: {
    inquiry: { table, id: table.id, seen: not(table.quarantined), roles: ["admin", "super_admin"] },
  },
  summary: async (deps, since) => ({ inquiries: await inquiryCounts(deps, since) }),
  personalData: (tx, _, email) => inquiriesOf(tx, email),
  erase: (tx, _, email) => deleteInquiriesOf(tx, email),
  recordNames: { inquiry: { table, id: table.id, name: table.businessName } },
};
