import { sql } from "drizzle-orm";
import type { Offers } from "../../core/rpc/offers.ts";
import { broadcasts, broadcastRecipients as recipients } from "./broadcasts/table.ts";

export const waitlist: Offers = {
  recordNames: { broadcast: { table: broadcasts, id: broadcasts.id, name: broadcasts.subject } },
  newestSent: (limit) =>
    sql`select taken_at as at from ${recipients} where state = 'sent' order by taken_at desc limit ${limit}`,
};
