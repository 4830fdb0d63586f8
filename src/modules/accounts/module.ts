import type { Offers } from "../../core/rpc/offers.ts";
import { staffAccountsOf, staffDataOf } from "./queries.ts";
import { staffUsers } from "./table.ts";
import { deleteExpiredTokens } from "./tokens/service.ts";
import { apiTokens } from "./tokens/table.ts";

export const accounts: Offers = {
  retention: [deleteExpiredTokens],
  personalData: (tx, _, email) => staffDataOf(tx, email),
  erase: (tx, _, email) => staffAccountsOf(tx, email),
  recordNames: {
    staff: { table: staffUsers, id: staffUsers.id, name: staffUsers.username },
    token: { table: apiTokens, id: apiTokens.id, name: apiTokens.name },
  },
};
