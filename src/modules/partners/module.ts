import type { Offers } from "../../core/rpc/offers.ts";
import { deleteExpiredInvitations } from "./people/invitations.ts";
import { unverifiedPartners } from "./queries.ts";
import { accountDataOf } from "./removal/personal-data.ts";
import { deletedRows, eraseAccount, purge, restore } from "./removal/service.ts";
import { currentPeople as people, currentPartners as table } from "./table.ts";

export const partners: Offers = {
  waiting: async (ctx) => ({ partners: await unverifiedPartners(ctx) }),
  retention: [deleteExpiredInvitations],
  purge: { partner: purge },
  deletedRows: { partner: deletedRows },
  restore: { partner: restore },
  noteSubjects: { partner: { table, id: table.id, roles: ["partner_manager", "super_admin"] } },
  personalData: accountDataOf,
  erase: eraseAccount,
  recordNames: {
    partner: { table, id: table.id, name: table.businessName },
    person: { table: people, id: people.id, name: people.name },
  },
};
