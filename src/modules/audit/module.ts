import type { Offers } from "../../core/rpc/offers.ts";
import { itemsOf } from "./trash/queries.ts";
import { deleteItemsOf } from "./trash/service.ts";

export const audit: Offers = {
  personalData: (tx, _, email) => itemsOf(tx, email),
  erase: (tx, _, email) => deleteItemsOf(tx, email),
};
