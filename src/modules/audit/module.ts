import type { Offers } from "../../core/rpc/offers.ts";
import { deleteOldEntries } from "./service.ts";
import { itemsOf } from "./trash/queries.ts";
import { deleteItemsOf, emptyTrash } from "./trash/service.ts";

export const audit: Offers = {
  retention: [deleteOldEntries, emptyTrash],
  personalData: (tx, _, email) => itemsOf(tx, email),
  erase: (tx, _, email) => deleteItemsOf(tx, email),
};
