import type { Offers } from "../../core/rpc/offers.ts";
import { deleteOldEntries } from "./service.ts";
import { emptyTrash, itemsOf, purgeItemsOf } from "./trash/service.ts";

export const audit: Offers = {
  retention: [deleteOldEntries, emptyTrash],
  personalData: itemsOf,
  erase: (tx, deps, email) => purgeItemsOf(tx, deps, email),
};
