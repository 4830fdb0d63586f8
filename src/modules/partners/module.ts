import type { Offers } from "../../core/rpc/offers.ts";
import { partners as table } from "./table.ts";

export const partners: Offers = {
  recordNames: { partner: { table, id: table.id, name: table.businessName } },
};
