import { not, sql } from "drizzle-orm";
import type { Offers } from "../../core/rpc/offers.ts";
import * as broadcastService from "./broadcasts/service.ts";
import { currentBroadcasts as broadcasts, broadcastRecipients as recipients } from "./broadcasts/table.ts";
import { erase, personalData } from "./erasure.ts";
import { deleteUnusedLinks } from "./joined/links.ts";
import { signupCounts } from "./queries.ts";
import * as removal from "./removal.ts";
import { addUpSignupCounts } from "./service.ts";
import { deleteOldViews } from "./sources/queries.ts";
import { currentSignups as signups } from "./table.ts";

export const waitlist: Offers = {
  purge: { signup: removal.purge, quarantine: removal.purge, broadcast: broadcastService.purge },
  deletedRows: {
    signup: removal.deletedRows,
    quarantine: removal.deletedRows,
    broadcast: broadcastService.deletedRows,
  },
  restore: { signup: removal.restore, broadcast: broadcastService.restore },
  quarantine: {
    list: removal.listQuarantined,
    release: removal.releaseQuarantined,
    remove: removal.removeQuarantined,
    restore: removal.restore,
  },
  noteSubjects: {
    signup: {
      table: signups,
      id: signups.id,
      seen: not(signups.quarantined),
      roles: ["admin", "super_admin"],
    },
  },
  summary: async (deps, since) => ({ signups: await signupCounts(deps, since) }),
  retention: [deleteOldViews, deleteUnusedLinks],
  compaction: addUpSignupCounts,
  personalData,
  erase: (tx, _, email) => erase(tx, email),
  recordNames: { broadcast: { table: broadcasts, id: broadcasts.id, name: broadcasts.subject } },
  bulkMails: {
    stream: "broadcasts",
    newest: (limit) =>
      sql`select taken_at as at from ${recipients} where state = 'sent' order by taken_at desc limit ${limit}`,
    to: (key) =>
      sql`select taken_at as at from ${recipients} where email_key = ${key} and taken_at is not null`,
  },
};
