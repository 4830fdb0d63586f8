import type { Offers } from "../../core/rpc/offers.ts";
import { deleteOldRuns } from "./service.ts";

export const sync: Offers = { retention: [deleteOldRuns] };
