import type { Offers } from "../../core/rpc/offers.ts";
import { unverifiedPartners } from "./queries.ts";
import { accountDataOf } from "./removal/personal-data.ts";
import { deletedRows, eraseAccount, purge, restore } from "./removal/service.ts";
import { currentPartners as table } from "./table.ts";

export const partners: Offers = {
  waiting: async (ctx) => ({ partners: await unverifiedPartners(ctx) }),
  purge: { partner: purge },
  deletedRows: { partner: deletedRows },
  restore: { partner: restore },
  noteSubjects: { partner: { table, id: table.id, roles: ["partner_manager", "super_admin"] } },
  personalData: accountDataOf,
  erase: eraseAccount,
  recordNames: { partner: { table, id: table.id, name: table.businessName } },
};
