import type { Offers } from "../../core/rpc/offers.ts";
import { deleteReporters, eraseReportsOf, onPartner, reportsOf } from "./reports/erasure.ts";
import { onPlace } from "./reports/on-place.ts";

export const directory: Offers = {
  retention: [deleteReporters],
  onPartner,
  ...onPlace,
  personalData: (tx, _, email) => reportsOf(tx, email),
  erase: (tx, _, email) => eraseReportsOf(tx, email),
};
