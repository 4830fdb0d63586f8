import type { Offers } from "../../core/rpc/offers.ts";
import { anonymizeGiver, giftsOf } from "./giver.ts";
import { anonymizeOldPayments, deleteExpiredKeys } from "./service.ts";
import { payments as table } from "./table.ts";

export const payments: Offers = {
  retention: [deleteExpiredKeys, anonymizeOldPayments],
  recordNames: { gift: { table, id: table.id, name: table.reference } },
  personalData: (tx, _, email) => giftsOf(tx, email),
  erase: (tx, _, email) => anonymizeGiver(tx, email),
};
