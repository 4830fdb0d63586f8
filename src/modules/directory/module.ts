import type { Offers } from "../../core/rpc/offers.ts";
import { deleteReporters, eraseReportsOf, onPartner, reportsOf } from "./reports/erasure.ts";
import { onPlace } from "./reports/on-place.ts";
import * as quarantine from "./reports/quarantine.ts";
import { reportCounts } from "./reports/queries.ts";

export const directory: Offers = {
  purge: { quarantine: quarantine.purge },
  deletedRows: { quarantine: quarantine.deletedRows },
  quarantine: {
    list: quarantine.listQuarantined,
    release: quarantine.releaseQuarantined,
    remove: quarantine.removeQuarantined,
    restore: quarantine.restoreQuarantined,
  },
  async waiting({ deps }) {
    const { waiting, late } = await reportCounts(deps);
    return { reports: waiting, lateReports: late };
  },
  retention: [deleteReporters],
  onPartner,
  ...onPlace,
  personalData: (tx, _, email) => reportsOf(tx, email),
  erase: (tx, _, email) => eraseReportsOf(tx, email),
};
