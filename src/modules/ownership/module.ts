import type { Offers } from "../../core/rpc/offers.ts";
import { poiClaims } from "./claims/table.ts";
import { poiRequests } from "./requests/table.ts";

export const ownership: Offers = {
  recordNames: {
    claim: { table: poiClaims, id: poiClaims.id, name: poiClaims.poiName },
    request: { table: poiRequests, id: poiRequests.id, name: poiRequests.name },
  },
};
