import type { Offers } from "../../core/rpc/offers.ts";
import { accountDataOf } from "./removal/personal-data.ts";
import { eraseAccount } from "./removal/service.ts";
import { partners as table } from "./table.ts";

export const partners: Offers = {
  personalData: accountDataOf,
  erase: eraseAccount,
  recordNames: { partner: { table, id: table.id, name: table.businessName } },
};
