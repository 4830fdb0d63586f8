import type { Offers } from "../../core/rpc/offers.ts";
import { accountDataOf } from "./removal/personal-data.ts";
import { eraseAccount, restore } from "./removal/service.ts";
import { partners as table } from "./table.ts";

export const partners: Offers = {
  restore: { partner: restore },
  noteSubjects: { partner: { table, id: table.id, roles: ["partner_manager", "super_admin"] } },
  personalData: accountDataOf,
  erase: eraseAccount,
  recordNames: { partner: { table, id: table.id, name: table.businessName } },
};
