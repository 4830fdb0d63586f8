import { sql } from "drizzle-orm";
import type { Offers } from "../../core/rpc/offers.ts";
import { broadcasts, broadcastRecipients as recipients } from "./broadcasts/table.ts";
import { addUpSignupCounts } from "./count.ts";
import { erase, personalData } from "./erasure.ts";
import { deleteOldViews } from "./sources/queries.ts";

export const waitlist: Offers = {
  retention: [deleteOldViews],
  compaction: addUpSignupCounts,
  personalData: (tx, _, email) => personalData(tx, email),
  erase: (tx, _, email) => erase(tx, email),
  recordNames: { broadcast: { table: broadcasts, id: broadcasts.id, name: broadcasts.subject } },
  newestSent: (limit) =>
    sql`select taken_at as at from ${recipients} where state = 'sent' order by taken_at desc limit ${limit}`,
};
