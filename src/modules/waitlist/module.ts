import type { Offers } from "../../core/rpc/offers.ts";
import { broadcasts } from "./broadcasts/table.ts";

export const waitlist: Offers = {
  recordNames: { broadcast: { table: broadcasts, id: broadcasts.id, name: broadcasts.subject } },
};
