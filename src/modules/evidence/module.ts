import type { Offers } from "../../core/rpc/offers.ts";
import { issuers } from "./table.ts";

export const evidence: Offers = {
  recordNames: { issuer: { table: issuers, id: issuers.id, name: issuers.name } },
};
