import type { Offers } from "../../core/rpc/offers.ts";
import { onPartner } from "./reports/erasure.ts";
import { onPlace } from "./reports/on-place.ts";

export const directory: Offers = {
  onPartner,
  ...onPlace,
};
