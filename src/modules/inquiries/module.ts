import type { Offers } from "../../core/rpc/offers.ts";
import { partnershipInquiries as table } from "./table.ts";

export const inquiries: Offers = {
  recordNames: { inquiry: { table, id: table.id, name: table.businessName } },
};
