import type { Offers } from "../../core/rpc/offers.ts";
import { deleteOldRuns } from "./service.ts";

export const sync: Offers = {
  retention: [deleteOldRuns],
  jobs: ({ settings: { syncCron } }) =>
    syncCron === null ? [] : [{ operation: "sync.tick", when: { cron: syncCron } }],
};
