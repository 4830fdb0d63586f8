import type { Offers } from "../../core/rpc/offers.ts";
import { deleteInquiriesOf, inquiriesOf } from "./erasure.ts";
import { partnershipInquiries as table } from "./table.ts";

export const inquiries: Offers = {
  personalData: (tx, _, email) => inquiriesOf(tx, email),
  erase: (tx, _, email) => deleteInquiriesOf(tx, email),
  recordNames: { inquiry: { table, id: table.id, name: table.businessName } },
};
