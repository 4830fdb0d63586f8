import type { Offers } from "../../core/rpc/offers.ts";
import { staffUsers } from "./table.ts";
import { apiTokens } from "./tokens/table.ts";

export const accounts: Offers = {
  recordNames: {
    staff: { table: staffUsers, id: staffUsers.id, name: staffUsers.username },
    token: { table: apiTokens, id: apiTokens.id, name: apiTokens.name },
  },
};
