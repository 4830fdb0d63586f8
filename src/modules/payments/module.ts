import type { Offers } from "../../core/rpc/offers.ts";
import { payments as table } from "./table.ts";

export const payments: Offers = { recordNames: { gift: { table, id: table.id, name: table.reference } } };
