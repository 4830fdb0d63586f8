import type { Offers } from "../../core/rpc/offers.ts";
import { onPartner } from "./owner.ts";
import { pois } from "./table.ts";

export const places: Offers = {
  recordNames: { place: { table: pois, id: pois.id, name: pois.name } },
  onPartner,
};
