import type { Offers } from "../../core/rpc/offers.ts";
import { anonymizeGiver, giftsOf } from "./giver.ts";
import { payments as table } from "./table.ts";

export const payments: Offers = {
  recordNames: { gift: { table, id: table.id, name: table.reference } },
  personalData: (tx, _, email) => giftsOf(tx, email),
  erase: (tx, _, email) => anonymizeGiver(tx, email),
};
